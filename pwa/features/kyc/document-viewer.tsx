import { Maximize, RotateCcw, RotateCw, ZoomIn, ZoomOut } from 'lucide-react'
import { type UIEvent, useLayoutEffect, useRef } from 'react'
import { SignedImage } from '#pwa/components/signed-image.tsx'
import { IconButton } from '#pwa/ui/button.tsx'
import { classNames } from '#pwa/ui/class-names.ts'
import { SegmentedControl } from '#pwa/ui/segmented-control.tsx'
import type { KycRequest } from '#shared/contract/kyc.ts'
import { t } from '#shared/text/t.ts'
import {
  type DocumentView,
  isShown,
  KYC_DOCUMENTS,
  type ShownDocuments,
  type ViewAct,
  ZOOM_MAX,
} from './document-view.ts'

interface DocumentViewerProps {
  request: KycRequest
  view: DocumentView
  act: (act: ViewAct) => void
}

function choices(): { value: ShownDocuments; label: string }[] {
  return [
    ...KYC_DOCUMENTS.map(({ name, label }) => ({ value: name, label: t(label) })),
    { value: 'all', label: t('{of, select, documents {All} other {All}}', { of: 'documents' }) },
  ]
}

export function DocumentViewer({ request, view, act }: DocumentViewerProps) {
  const { shown, zoom, turns } = view
  return (
    <section data-documents="" aria-label={t('Documents')} className="flex min-w-0 flex-col gap-2">
      <SegmentedControl
        label={t('Shown document')}
        className="max-sm:[&_label]:whitespace-normal max-sm:[&_label]:px-1.5 max-sm:[&_label]:text-center max-sm:[&_label]:leading-tight"
        options={choices()}
        value={shown}
        onValueChange={(next) => act({ type: 'show', shown: next })}
      />
      <div
        className={classNames(
          'grid gap-2',
          shown === 'all' ? 'grid-cols-1 sm:grid-cols-3' : 'grid-cols-1',
        )}
      >
        {/* All of them stay: what was loaded once is there at once. */}
        {KYC_DOCUMENTS.map(({ name, label, url }) => (
          <Pane
            key={name}
            label={t(label)}
            url={request[url]}
            zoom={zoom}
            turns={turns[name]}
            isHidden={!isShown(view, name)}
            isOneOfAll={shown === 'all'}
          />
        ))}
      </div>
      <div role="toolbar" aria-label={t('View')} className="flex items-center justify-center gap-1">
        <IconButton
          label={t('Zoom out')}
          disabled={zoom === 1}
          onClick={() => act({ type: 'zoom', by: -1 })}
        >
          <ZoomOut className="size-5" />
        </IconButton>
        <span className="num w-[3rem] text-center text-fg-2 text-sm">
          {Math.round(zoom * 100)}%
        </span>
        <IconButton
          label={t('Zoom in')}
          disabled={zoom === ZOOM_MAX}
          onClick={() => act({ type: 'zoom', by: 1 })}
        >
          <ZoomIn className="size-5" />
        </IconButton>
        <IconButton label={t('Rotate left')} onClick={() => act({ type: 'turn', by: -1 })}>
          <RotateCcw className="size-5" />
        </IconButton>
        <IconButton label={t('Rotate right')} onClick={() => act({ type: 'turn', by: 1 })}>
          <RotateCw className="size-5" />
        </IconButton>
        <IconButton label={t('Fit')} onClick={() => act({ type: 'fit' })}>
          <Maximize className="size-5" />
        </IconButton>
      </div>
      <p className="hidden text-center text-fg-3 text-xs md:block">
        {t('Keys: 1, 2, 3 one document, 4 all, + and − zoom, R and Shift+R rotate, 0 fit')}
      </p>
    </section>
  )
}

interface PaneProps {
  label: string
  url: string
  zoom: number
  turns: number
  isHidden: boolean
  isOneOfAll: boolean
}

/** One image in a frame of fixed size, which scrolls if the image is larger. */
function Pane({ label, url, zoom, turns, isHidden, isOneOfAll }: PaneProps) {
  const isSideways = turns % 2 === 1
  const { frame, onScroll } = useCentreKept(zoom)
  return (
    <figure className={classNames('min-w-0', isHidden && 'hidden')}>
      <section
        ref={frame}
        // Scroll offsets are measured from the left in every language.
        dir="ltr"
        onScroll={onScroll}
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrows scroll what is zoomed
        tabIndex={0}
        className={classNames(
          'overflow-auto rounded-md border border-line bg-surface-3',
          isOneOfAll ? 'h-56 md:h-80' : 'h-[44dvh] md:h-[50dvh]',
        )}
      >
        <div
          className="@container-[size] relative"
          style={{ width: `${zoom * 100}%`, height: `${zoom * 100}%` }}
        >
          <SignedImage
            src={url}
            alt={label}
            className={classNames(
              'absolute top-1/2 max-w-none object-contain transition-transform',
              isSideways ? 'h-[100cqw] w-[100cqh]' : 'h-[100cqh] w-[100cqw]',
            )}
            style={{ left: '50%', transform: `translate(-50%, -50%) rotate(${turns * 90}deg)` }}
            failed={
              <p className="grid size-full place-items-center text-fg-2 text-sm">
                {t('Failed to load image')}
              </p>
            }
          />
        </div>
      </section>
      {isOneOfAll && <figcaption className="pt-1 text-fg-3 text-xs">{label}</figcaption>}
    </figure>
  )
}

/** Keeps the centre of the frame in place when the image is zoomed. */
function useCentreKept(zoom: number) {
  const frame = useRef<HTMLElement>(null)
  const centre = useRef({ x: 0.5, y: 0.5 })
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each step of the zoom
  useLayoutEffect(() => {
    const box = frame.current
    if (!box) return
    box.scrollLeft = centre.current.x * box.scrollWidth - box.clientWidth / 2
    box.scrollTop = centre.current.y * box.scrollHeight - box.clientHeight / 2
  }, [zoom])
  function onScroll({ currentTarget: box }: UIEvent<HTMLElement>) {
    centre.current = {
      x: (box.scrollLeft + box.clientWidth / 2) / box.scrollWidth,
      y: (box.scrollTop + box.clientHeight / 2) / box.scrollHeight,
    }
  }
  return { frame, onScroll }
}
