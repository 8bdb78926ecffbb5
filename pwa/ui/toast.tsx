import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { t } from '#shared/text/t.ts'
import { IconButton } from './button.tsx'
import { classNames } from './class-names.ts'
import { focusNextNotice, PASSING_NOTICE } from './keep-focus.ts'
import { keepOnTop } from './top-layer.ts'

interface ToastRegionProps {
  toast: ToastContent | undefined
  /** Where one is shown that stays until it is dismissed: it must not cover a dialog. */
  staying: HTMLElement | null
  onDismiss: () => void
}

export interface ToastContent {
  /** A new id restarts the timer. */
  readonly id: string
  readonly title: string
  readonly message?: string
  readonly tone: 'info' | 'success' | 'error'
  /** Infinity: until dismissed. */
  readonly durationMs: number
}

/** Shows one notice at a time and announces it politely. F8 moves the focus here, and back. */
export function ToastRegion({ toast, staying, onDismiss }: ToastRegionProps) {
  const region = useRef<HTMLElement>(null)
  // A separate element: it can move between dialogs without losing its state and its focus.
  const [host] = useState(() => document.createElement('div'))
  const [held, setHeld] = useState(false)
  const dismiss = useEffectEvent(onDismiss)
  const isSticky = toast?.durationMs === Number.POSITIVE_INFINITY

  useLayoutEffect(() => {
    document.body.append(host)
    return () => host.remove()
  }, [host])
  useLayoutEffect(() => {
    if (!isSticky) return keepOnTop(host, () => makeRoom(region.current))
    staying?.append(host)
  }, [host, isSticky, staying])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another toast has another height
  useLayoutEffect(() => {
    makeRoom(region.current)
    // No event fires when the focused or hovered element is removed.
    setHeld(region.current?.matches(':hover, :focus-within') === true)
  }, [toast?.id])

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => event.key === 'F8' && focusNextNotice()
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new toast restarts the timer
  useEffect(() => {
    if (!toast || held || isSticky) return
    const timer = setTimeout(() => dismiss(), toast.durationMs)
    return () => clearTimeout(timer)
  }, [toast?.id, held])

  return createPortal(
    <section
      ref={region}
      {...PASSING_NOTICE}
      aria-label={t('Notifications (F8)')}
      aria-live="polite"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className={isSticky ? CENTRED : classNames(CENTRED, PASSING, BESIDE_ACTS, ABOVE_DIALOGS)}
    >
      {toast && <ToastCard key={toast.id} toast={toast} onDismiss={onDismiss} />}
    </section>,
    host,
  )
}

const CENTRED = 'flex items-start justify-center'

/**
 * A dialog begins below the notice in it. It keeps that room until it closes: a heading that moved
 * back up would move what is about to be pressed.
 */
function makeRoom(region: HTMLElement | null): void {
  const dialog = region?.closest('dialog')
  const card = region?.firstElementChild
  if (!region || !dialog || !(card instanceof HTMLElement)) return
  // Without the transform of its entry animation.
  const room = region.offsetTop + card.offsetTop + card.offsetHeight + DISTANCE_PX
  dialog.style.setProperty('--notice-room', `${room}px`)
}

const DISTANCE_PX = 8

// Over the top bar of a phone, where it covers no part of the page at rest, or below the notices that
// stay there. In the corner of a wider screen it is above those.
const PASSING =
  'pointer-events-none fixed inset-x-4 z-30 mx-safe max-md:top-(--passing-top) max-md:pt-safe md:inset-x-auto md:end-6 md:bottom-[calc(1.5rem+var(--bottom-edge)+var(--dock-height,0px)+var(--notice-height,0px))]'

// At the left end of a wide page that has its next action at the bottom edge.
const BESIDE_ACTS =
  'in-[body:has([data-acts-below]):not(:has(dialog[open]))]:md:end-auto in-[body:has([data-acts-below]):not(:has(dialog[open]))]:md:start-6'

// A dialog has its buttons at the bottom edge and its Close button in the corner: neither may be
// covered.
const ABOVE_DIALOGS =
  'in-[dialog]:bottom-auto in-[dialog]:md:inset-x-20 in-[dialog]:md:top-4 in-[dialog]:max-md:top-3 in-[dialog]:max-md:end-16 in-[dialog]:max-md:pt-safe'

function ToastCard({ toast, onDismiss }: { toast: ToastContent; onDismiss: () => void }) {
  const Icon = ICONS[toast.tone]
  // Moving between dialogs would play the animation again.
  const [isIn, setIn] = useState(false)
  return (
    <div onAnimationEnd={() => setIn(true)} className={classNames(CARD, !isIn && 'animate-pop-in')}>
      <Icon aria-hidden="true" className={classNames('mt-3 size-5 shrink-0', TONES[toast.tone])} />
      <div className="flex min-w-0 flex-1 flex-col gap-0.5 py-2.5 text-sm">
        <p className="font-semibold text-fg">{toast.title}</p>
        {toast.message && <p className="text-fg-2">{toast.message}</p>}
      </div>
      <IconButton label={t('Dismiss')} onClick={onDismiss}>
        <X className="size-4" />
      </IconButton>
    </div>
  )
}

const ICONS = { info: Info, success: CircleCheck, error: CircleAlert }
const TONES = { info: 'text-info', success: 'text-success', error: 'text-danger' }

const CARD =
  'pointer-events-auto flex w-full max-w-md items-start gap-3 rounded-md border border-line bg-surface-2 py-1 pe-1 ps-4 shadow-raised md:w-96'
