import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** Within this distance of the end, the log follows new messages. */
const NEAR_END_PX = 48
/** Within this distance of the beginning, earlier messages are fetched. */
const NEAR_START_PX = 240

interface PinnedScrollInput {
  /** The key of the first item: it changes when earlier messages come in above. */
  readonly first: string | undefined
  readonly last: string | undefined
  /** The last one is the reader's own: they want to see it. */
  readonly endsWithOwn: boolean
  readonly onNearStart: () => void
}

/**
 * Keeps a log at its end while messages arrive or its size changes, keeps its position while earlier
 * ones load above it, and never moves a user who reads further up. `box` scrolls, `content` is all
 * that it contains.
 */
export function usePinnedScroll({ first, last, endsWithOwn, onNearStart }: PinnedScrollInput) {
  const box = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const pinned = useRef(true)
  const before = useRef<{ first?: string | undefined; last?: string | undefined; height: number }>({
    height: 0,
  })
  /** The sizes at which the log was last known to be at its end. */
  const sizes = useRef('')
  const [isAtEnd, setAtEnd] = useState(true)

  const toEnd = () => {
    pinned.current = true
    setAtEnd(true)
    if (box.current) stayAtEnd(box.current, sizes)
  }

  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const was = before.current
    before.current = { first, last, height: element.scrollHeight }
    if (was.last !== last && endsWithOwn) pinned.current = true
    if (pinned.current) {
      // A render that adds nothing must not pull back a user who has just begun to scroll.
      const isLonger = was.height !== element.scrollHeight || was.last !== last
      if (isLonger) stayAtEnd(element, sizes)
    } else if (was.first !== first && was.last === last) {
      element.scrollTop += element.scrollHeight - was.height
    }
  })

  useEffect(() => {
    const element = box.current
    if (!element || !content.current) return
    const observer = new ResizeObserver(() => {
      if (pinned.current) stayAtEnd(element, sizes)
    })
    observer.observe(element)
    observer.observe(content.current)
    return () => observer.disconnect()
  }, [])

  const onScroll = () => {
    const element = box.current
    if (!element) return
    // A new size also scrolls, because the browser keeps the position within the content.
    if (pinned.current && sizes.current !== sizesOf(element)) return stayAtEnd(element, sizes)
    const { scrollHeight, scrollTop, clientHeight } = element
    pinned.current = scrollHeight - scrollTop - clientHeight < NEAR_END_PX
    if (pinned.current) sizes.current = sizesOf(element)
    setAtEnd(pinned.current)
    if (scrollTop < NEAR_START_PX && scrollHeight > clientHeight) onNearStart()
  }
  return { box, content, isAtEnd, onScroll, toEnd }
}

function stayAtEnd(element: HTMLElement, sizes: RefObject<string>): void {
  element.scrollTop = element.scrollHeight
  sizes.current = sizesOf(element)
}

function sizesOf({ scrollHeight, clientHeight }: HTMLElement): string {
  return `${clientHeight}/${scrollHeight}`
}
