import { type ReactNode, useId, useRef, useState } from 'react'

interface TooltipProps {
  text: string
  /** A button or link; it must not need the tip to be understood. */
  children: ReactNode
}

const OPEN_DELAY_MS = 700

/** Opens after resting 700 ms, at once on keyboard focus; Escape closes it. */
export function Tooltip({ text, children }: TooltipProps) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  function close() {
    clearTimeout(timer.current)
    setOpen(false)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it watches the control inside
    <span
      className="relative inline-flex"
      aria-describedby={open ? id : undefined}
      onPointerEnter={() => {
        timer.current = setTimeout(() => setOpen(true), OPEN_DELAY_MS)
      }}
      onPointerLeave={close}
      onPointerDown={close}
      onFocus={(event) => setOpen(event.target.matches(':focus-visible'))}
      onBlur={close}
      onKeyDown={(event) => event.key === 'Escape' && close()}
    >
      {children}
      {open && (
        <span
          id={id}
          role="tooltip"
          className="pointer-events-none absolute bottom-full left-1/2 z-30 mb-2 w-max max-w-64 -translate-x-1/2 animate-fade-in rounded-sm border border-line bg-surface-3 px-2.5 py-1.5 text-fg text-xs shadow-raised"
        >
          {text}
        </span>
      )}
    </span>
  )
}
