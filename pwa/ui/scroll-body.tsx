import { type ReactNode, useEffect, useRef, useState } from 'react'

interface ScrollBodyProps {
  /** Says what is scrolled, where the region itself can have the focus. */
  label: string
  children: ReactNode
}

const FOCUSABLE = 'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled'

/** The part of a dialog that scrolls: with arrow keys too, where nothing in it takes the focus. */
export function ScrollBody({ label, children }: ScrollBodyProps) {
  const box = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const [isStop, setStop] = useState(false)
  useEffect(() => {
    const look = () => {
      const { current: element } = box
      if (!element) return
      const scrolls = element.scrollHeight > element.clientHeight
      setStop(scrolls && element.querySelector(FOCUSABLE) === null)
    }
    const observer = new ResizeObserver(look)
    for (const { current: element } of [box, content]) if (element) observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return (
    <div
      ref={box}
      {...(isStop ? { tabIndex: 0, role: 'region', 'aria-label': label } : {})}
      className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 pb-4 focus-visible:outline-offset-[-2px] md:px-6 md:pb-6"
    >
      <div ref={content}>{children}</div>
    </div>
  )
}
