/**
 * Runs in the page. Finds texts that are not shown literally, elements created by a text, and
 * elements wider than the screen.
 */
export function lookAround(texts: readonly string[]) {
  const plain = (text: string | null) => (text ?? '').replaceAll(/\s+/g, ' ').trim()
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const holders = new Set<Element>()
  while (walker.nextNode()) {
    const holder = walker.currentNode.parentElement
    if (holder?.checkVisibility() && holder.getBoundingClientRect().width > 1) holders.add(holder)
  }
  const missing = texts.filter((text) => {
    return ![...holders].some((holder) => plain(holder.textContent).includes(plain(text)))
  })
  const elements = [...document.body.querySelectorAll('*')]
  const alive = elements.filter(
    (element) =>
      element.matches('script:not([src]), iframe, object, embed, base, style, body b') ||
      [...element.attributes].some(({ name, value }) => {
        return name.startsWith('on') || /^\s*javascript:/i.test(value)
      }),
  )
  // Exclude elements that scroll sideways or truncate with an ellipsis on purpose, and fields, whose
  // text moves with the cursor.
  const isMeant = (element: Element) =>
    element.matches('input') ||
    getComputedStyle(element).textOverflow === 'ellipsis' ||
    // Text for screen readers is clipped to nothing.
    getComputedStyle(element).clipPath === 'inset(50%)' ||
    element.closest('[class*="overflow-x-auto"], .sr-only, [aria-hidden="true"]') !== null
  const wide = elements.filter((element) => {
    const isCut = getComputedStyle(element).overflowX !== 'visible'
    const isOut = element.getBoundingClientRect().right > innerWidth + 1
    const holdsMore = element.clientWidth > 1 && element.scrollWidth > element.clientWidth + 1
    return ((isCut && holdsMore) || isOut) && !isMeant(element)
  })
  const root = document.documentElement
  if (root.scrollWidth > root.clientWidth) wide.push(root)
  const tell = ({ outerHTML }: Element) => outerHTML.slice(0, 300)
  return { missing, alive: alive.map(tell), wide: wide.map(tell) }
}
