import { type ReactNode, type Ref, useLayoutEffect, useRef } from 'react'

interface StayingNoticesProps {
  /** Where other persistent notices are added. */
  ref: Ref<HTMLDivElement>
  children: ReactNode
}

/**
 * The only place for notices that stay in front of a page until the user dismisses them, one below
 * the other: above the bottom bar and the running trades, or in the corner of a wider screen. They
 * make the page longer, so that all of it can be scrolled into view.
 */
export function StayingNotices({ ref, children }: StayingNoticesProps) {
  const column = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = column.current
    if (!element) return
    const { style } = document.documentElement
    const observer = new ResizeObserver(() => {
      const height = element.offsetHeight
      if (height === 0) style.removeProperty(HEIGHT)
      else style.setProperty(HEIGHT, `${height + GAP_PX}px`)
    })
    observer.observe(element)
    return () => {
      observer.disconnect()
      style.removeProperty(HEIGHT)
    }
  }, [])
  return (
    <div ref={column} className={PLACE}>
      {children}
      <div ref={ref} />
    </div>
  )
}

const HEIGHT = '--notice-height'
const GAP_PX = 12

// A page with its next action at the bottom edge has them at the top of a phone, and at the left end
// of a wider screen.
const PLACE =
  'pointer-events-none fixed inset-x-4 z-30 flex flex-col gap-2 *:empty:hidden mx-safe max-md:bottom-[calc(1rem+var(--bottom-edge)+var(--dock-height,0px))] md:inset-x-auto md:end-6 md:bottom-[calc(1.5rem+var(--bottom-edge)+var(--dock-height,0px))] in-[body:has([data-acts-below])]:max-md:top-18 in-[body:has([data-acts-below])]:max-md:bottom-auto in-[body:has([data-acts-below])]:md:end-auto in-[body:has([data-acts-below])]:md:start-6'
