import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Moves the focus on when the element that had it is gone: to the list that it was in, or to the heading
 * where the press has replaced all of it. Otherwise the focus falls to the page below the dialog, and a
 * screen reader says nothing.
 */
export function keepFocus(dialog: HTMLElement, heading: HTMLElement | null): () => void {
  let last: Element | undefined
  let lists: HTMLElement[] = []
  const note = ({ target }: FocusEvent) => {
    last = target as Element
    lists = listsAround(last)
  }
  const observer = new MutationObserver(() => {
    if (last?.isConnected !== false || document.activeElement !== document.body) return
    const list = lists.find((each) => each.isConnected)
    list?.setAttribute('tabindex', '-1')
    const next = list ?? heading
    next?.focus()
  })
  dialog.addEventListener('focusin', note)
  observer.observe(dialog, { childList: true, subtree: true })
  return () => {
    dialog.removeEventListener('focusin', note)
    observer.disconnect()
  }
}

/** From the inside out. */
function listsAround(element: Element): HTMLElement[] {
  const list = element.parentElement?.closest<HTMLElement>('ul, ol, table')
  return list ? [list, ...listsAround(list)] : []
}

/** For a place whose control is replaced when it was used: the focus goes to what comes instead. */
export function useFocusInPlace<Place extends HTMLElement>(
  shown: unknown,
): RefObject<Place | null> {
  const place = useRef<Place>(null)
  const before = useRef(shown)
  useLayoutEffect(() => {
    if (before.current === shown) return
    before.current = shown
    if (document.activeElement !== document.body) return
    place.current?.querySelector<HTMLElement>('input:enabled, button:enabled')?.focus()
  }, [shown])
  return place
}
