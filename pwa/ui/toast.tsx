import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { classNames } from './class-names.ts'
import { IconButton } from './icon-button.tsx'

interface ToastRegionProps {
  toast: ToastContent | undefined
  onDismiss: () => void
}

export interface ToastContent {
  /** A new id starts the time anew. */
  id: string
  title: string
  message?: string
  tone: 'info' | 'success' | 'error'
  durationMs: number
}

/** Shows one notice at a time and speaks it politely. F8 moves the focus here. */
export function ToastRegion({ toast, onDismiss }: ToastRegionProps) {
  const region = useRef<HTMLElement>(null)
  const [held, setHeld] = useState(false)
  const dismiss = useEffectEvent(onDismiss)
  // What stays until it is dismissed must not cover a dialog meanwhile.
  const isSticky = toast?.durationMs === Number.POSITIVE_INFINITY

  useEffect(() => {
    const focusRegion = (event: KeyboardEvent) => event.key === 'F8' && region.current?.focus()
    document.addEventListener('keydown', focusRegion)
    return () => document.removeEventListener('keydown', focusRegion)
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new toast restarts the timer
  useEffect(() => {
    if (!toast || held || isSticky) return
    const timer = setTimeout(() => dismiss(), toast.durationMs)
    return () => clearTimeout(timer)
  }, [toast?.id, held])

  return (
    <section
      ref={region}
      tabIndex={-1}
      data-toast-region
      aria-label="Notifications (F8)"
      aria-live="polite"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className={classNames(PLACE, ABOVE_THE_PAGE, isSticky ? 'z-30' : ABOVE_DIALOGS)}
    >
      {toast && <ToastCard key={toast.id} toast={toast} onDismiss={onDismiss} />}
    </section>
  )
}

const PLACE =
  'pointer-events-none fixed inset-x-4 bottom-[calc(5rem+var(--dock-height,0px))] flex items-start justify-center pb-safe md:inset-x-auto md:right-6 md:bottom-[calc(1.5rem+var(--dock-height,0px))]'

// Where what is done next lies at the bottom edge of the page, notices come at the top.
const ABOVE_THE_PAGE =
  'in-[body:has([data-acts-below]):not(:has([role=dialog]))]:top-20 in-[body:has([data-acts-below]):not(:has([role=dialog]))]:bottom-auto in-[body:has([data-acts-below]):not(:has([role=dialog]))]:md:bottom-auto'

// The sheet of a phone has its buttons at the bottom edge and its cross in the corner, where they must
// stay in reach; beside the dialog of a wider screen the dock below it is out of reach anyway.
const ABOVE_DIALOGS =
  'z-60 in-[body:has([role=dialog])]:md:bottom-6 in-[body:has([role=dialog])]:max-md:top-3 in-[body:has([role=dialog])]:max-md:right-16 in-[body:has([role=dialog])]:max-md:bottom-auto in-[body:has([role=dialog])]:max-md:pt-safe'

function ToastCard({ toast, onDismiss }: { toast: ToastContent; onDismiss: () => void }) {
  const Icon = ICONS[toast.tone]
  return (
    <div className="pointer-events-auto flex w-full max-w-md animate-pop-in items-start gap-3 rounded-md border border-line bg-surface-2 py-1 pr-1 pl-4 shadow-raised md:w-96">
      <Icon aria-hidden="true" className={classNames('mt-3 size-5 shrink-0', TONES[toast.tone])} />
      <div className="flex min-w-0 flex-1 flex-col gap-0.5 py-2.5 text-sm">
        <p className="font-semibold text-fg">{toast.title}</p>
        {toast.message && <p className="text-fg-2">{toast.message}</p>}
      </div>
      <IconButton label="Dismiss" onClick={onDismiss}>
        <X className="size-4" />
      </IconButton>
    </div>
  )
}

const ICONS = { info: Info, success: CircleCheck, error: CircleAlert }
const TONES = { info: 'text-info', success: 'text-up', error: 'text-down' }
