import {
  cloneElement,
  type ReactElement,
  type Ref,
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'

interface PresenceProps {
  present: boolean
  /** Drawn while it is there; a function draws always, and is told whether it is. */
  children: Child | ((state: { present: boolean }) => Child)
}

type Child = ReactElement<{ ref?: Ref<HTMLElement> }>

/**
 * Stands in for `@radix-ui/react-presence` beneath the components (see the alias in
 * vite.config.ts): keeps what is closed until its last animation has ended. The original also asks
 * for the computed style of whatever comes, in the midst of the page's first picture: the browser
 * then computes the style of the whole page at once, twice as long as a slow phone may be busy.
 */
export function Presence({ present, children }: PresenceProps) {
  const [seen, setSeen] = useState({ present, isLeaving: false })
  const node = useRef<HTMLElement>(null)
  if (seen.present !== present) setSeen({ present, isLeaving: !present })
  const isThere = present || seen.isLeaving

  useLayoutEffect(() => {
    if (!seen.isLeaving) return
    let isOver = false
    const leave = () => {
      if (!isOver) setSeen({ present: false, isLeaving: false })
    }
    const endings = endingsOf(node.current)
    if (endings.length === 0) leave()
    else void Promise.allSettled(endings.map(({ finished }) => finished)).then(leave)
    return () => {
      isOver = true
    }
  }, [seen.isLeaving])

  const isFunction = typeof children === 'function'
  const child = isFunction ? children({ present: isThere }) : children
  const ref = useBoth(node, child.props.ref)
  return isFunction || isThere ? cloneElement(child, { ref }) : null
}

/** The animations that run on an element and come to an end. */
function endingsOf(element: HTMLElement | null): readonly Animation[] {
  const running = element?.getAnimations() ?? []
  return running.filter(
    (animation) =>
      animation instanceof CSSAnimation &&
      animation.effect?.getComputedTiming().endTime !== Infinity,
  )
}

function useBoth(own: { current: HTMLElement | null }, asked: Ref<HTMLElement> | undefined) {
  return useCallback(
    (element: HTMLElement | null) => {
      own.current = element
      if (typeof asked === 'function') return asked(element)
      if (asked) asked.current = element
    },
    [own, asked],
  )
}
