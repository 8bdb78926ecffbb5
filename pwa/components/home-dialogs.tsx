import { type ComponentType, Suspense, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { type DialogProps, dialogsOf, type HomeDialog } from '#pwa/feature.ts'
import { ShownContext } from '#pwa/hooks/shown-context.ts'
import { useFeatures } from '#pwa/hooks/use-features.ts'
import { useHomeDialog } from '#pwa/hooks/use-home-dialog.ts'
import { latePart } from '#pwa/loading/late-part.tsx'
import { type LazyView, lazyView } from '#pwa/loading/lazy-view.tsx'
import type { Load } from '#pwa/loading/load.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { Spinner } from '#pwa/ui/spinner.tsx'
import { t } from '#shared/text/t.ts'
import { FailureBoundary, failureMessage, openAgain } from './failure-boundary.tsx'

/** The dialogs that features offer on the home screen and the account page. */
export function HomeDialogs() {
  return dialogsOf(useFeatures()).map((dialog) => <Offered key={dialog.name} {...dialog} />)
}

/**
 * Its code loads when it first opens. Each opening mounts a new dialog, so a closed one can fade
 * out.
 */
function Offered({ name, load, readsAhead }: HomeDialog & { name: string }) {
  const { dialog, close } = useHomeDialog()
  const isOpen = dialog === name
  const [wasOpen, setWasOpen] = useState(false)
  const [openings, setOpenings] = useState(0)
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen)
    if (isOpen) setOpenings(openings + 1)
  }
  const { View, Ahead } = partsOf(load)
  // A submission may succeed after its dialog was closed: it must not close the next one.
  const shown = useRef(0)
  useLayoutEffect(() => {
    shown.current = isOpen ? openings : 0
  })
  const props = { open: isOpen, onClose: () => shown.current === openings && close() }
  return (
    <FailureBoundary key={openings} fallback={<FailedDialog {...props} />}>
      {openings > 0 && (
        <ShownContext value={isOpen}>
          <Suspense fallback={isOpen && <Opening />}>
            <View {...props} />
          </Suspense>
        </ShownContext>
      )}
      {openings === 0 && readsAhead && <Ahead {...props} />}
    </FailureBoundary>
  )
}

/** On a slow phone, so that a press is not repeated. */
function Opening() {
  return createPortal(
    <p role="status" className="opening-note">
      <span className="flex items-center gap-2 rounded-full border border-line bg-surface-2 px-4 py-2 text-fg-2 text-sm shadow-raised">
        <Spinner />
        {t('Loading')}
      </span>
    </p>,
    document.body,
  )
}

/** Shown instead of a dialog that failed to load. The page below stays as it is. */
function FailedDialog(props: DialogProps) {
  return (
    <Dialog
      {...props}
      size="small"
      title={t('This could not be opened')}
      footer={
        <Button className="flex-1 md:flex-none" onClick={openAgain}>
          {t('Try again')}
        </Button>
      }
    >
      <p role="alert" className="text-fg-2 text-sm">
        {failureMessage()}
      </p>
    </Dialog>
  )
}

interface Parts extends Pick<LazyView<DialogProps>, 'View'> {
  /** The same before the dialog was opened once: the page does not wait for it. */
  readonly Ahead: ComponentType<DialogProps>
}

const parts = new WeakMap<Load<DialogProps>, Parts>()

/** The same components for a loader each time: new ones would remount on every render. */
function partsOf(load: Load<DialogProps>): Parts {
  const known = parts.get(load)
  if (known) return known
  const { View, preload } = lazyView(load)
  const Ahead = latePart(async () => {
    await preload()
    return View
  })
  const made = { View, Ahead }
  parts.set(load, made)
  return made
}
