/** How much of the next item stays visible, to show that the strip scrolls. */
const PEEK_PX = 32

/**
 * Scrolls a strip that is wider than the screen until one of its items is in sight; the page stays
 * where it is. Runs with the next frame, which lays the page out anyway.
 */
export function showInStrip(item: Element | null | undefined): void {
  requestAnimationFrame(() => {
    const strip = item?.closest('[data-strip]')
    if (!item || !strip) return
    const box = strip.getBoundingClientRect()
    const { left, right } = item.getBoundingClientRect()
    const [before, beyond] = [box.left + PEEK_PX - left, right - box.right + PEEK_PX]
    if (before > 0) strip.scrollLeft -= before
    else if (beyond > 0) strip.scrollLeft += beyond
  })
}

/**
 * As a ref: shows an item, and again when something before it grows, such as a count that loads
 * later.
 */
export function keepInStrip(item: Element | null): (() => void) | undefined {
  const strip = item?.closest('[data-strip]')
  if (!strip) return undefined
  const observer = new ResizeObserver(() => showInStrip(item))
  for (const each of strip.children) observer.observe(each)
  return () => observer.disconnect()
}
