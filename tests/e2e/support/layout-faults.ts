import type { Page } from '@playwright/test'

/** A phone, a tablet and three desktops. */
const SIZES = [
  [390, 844],
  [768, 1024],
  [1024, 768],
  [1440, 900],
  [1920, 1080],
] as const

/** What is cut, clipped or too low on a page, at each width. */
export async function layoutFaultsOf(page: Page): Promise<string[]> {
  const found: string[] = []
  // From the end where the page before has left off.
  const isWide = page.viewportSize()?.width === SIZES.at(-1)?.[0]
  for (const [width, height] of isWide ? SIZES.toReversed() : SIZES) {
    await page.setViewportSize({ width, height })
    const faults = await page.evaluate(faultsHere)
    found.push(...faults.map((fault) => `${width}: ${fault}`))
  }
  return found
}

/** Runs in the page. */
async function faultsHere(): Promise<string[]> {
  const CONTROLS = 'button, a[href], input, select, textarea, [role="tab"], [role="switch"]'
  const TOLERANCE = 1.5
  // Two frames: components that measure themselves draw again.
  for (const _ of [1, 2]) await new Promise(requestAnimationFrame)
  await Promise.allSettled(endingAnimations().map(({ finished }) => finished))
  const looks = new Map<Element, ReturnType<typeof readLook>>()
  const dialogs = document.querySelectorAll('dialog[open]')
  const top = dialogs[dialogs.length - 1] ?? document.body
  const wide = sideways()
  // Everything else may be a consequence.
  if (wide.length > 0) return wide
  return [...new Set([...texts(), ...controls(), ...pairs(), ...lowDialogs()])]

  function endingAnimations(): Animation[] {
    return document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
  }

  function sideways(): string[] {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    const beyond = [...document.body.querySelectorAll('*')].filter(
      (each) => lookOf(each).box.right > clientWidth + TOLERANCE,
    )
    const last = beyond.filter((each) => !beyond.some((inner) => inner.parentElement === each))
    return [`${scrollWidth} wide, by ${last.slice(0, 3).map(nameOf).join(' and ')}`]
  }

  function texts(): string[] {
    const walker = document.createTreeWalker(top, NodeFilter.SHOW_TEXT)
    const found: string[] = []
    while (walker.nextNode()) found.push(...textFault(walker.currentNode))
    return found
  }

  function textFault(node: Node): string[] {
    const { textContent, parentElement: element } = node
    const text = textContent?.trim()
    if (!text || !element || !lookOf(element).isShown) return []
    const range = document.createRange()
    range.selectNodeContents(node)
    const clip = clipOf(element, [...range.getClientRects()])
    if (!clip) return []
    if (!lookOf(clip).isShortened) return [`cut: "${text}" by ${nameOf(clip)}`]
    return element.closest('[title]') ? [] : [`no title: "${text}"`]
  }

  function controls(): string[] {
    return [...top.querySelectorAll(CONTROLS)].flatMap((control) => {
      const { isShown, box } = lookOf(control)
      const clip = isShown && control.parentElement && clipOf(control.parentElement, [box])
      return clip ? [`clipped: ${nameOf(control)} by ${nameOf(clip)}`] : []
    })
  }

  /** Reject and Approve stay beside each other. */
  function pairs(): string[] {
    return [...top.querySelectorAll('button + button')].flatMap((second) => {
      const first = second.previousElementSibling
      if (first?.textContent !== 'Reject' || !second.textContent?.startsWith('Approve')) return []
      const isApart = lookOf(first).box.top !== lookOf(second).box.top
      return isApart ? [`below each other: ${nameOf(first)} and ${nameOf(second)}`] : []
    })
  }

  /** A dialog shows most of what it has, or takes most of the screen. */
  function lowDialogs(): string[] {
    const body = dialogs.length > 0 ? top.querySelector('.overflow-y-auto') : null
    const panel = body?.parentElement
    if (!body || !panel) return []
    const showsMost = body.clientHeight >= 0.6 * body.scrollHeight
    const takesMost = panel.clientHeight >= 0.6 * innerHeight
    return showsMost || takesMost ? [] : [`low dialog: ${panel.clientHeight} of ${innerHeight}`]
  }

  /** The nearest element that hides a part of the boxes and does not scroll to it. */
  function clipOf(from: Element, boxes: readonly DOMRect[]): Element | undefined {
    let [hidesBeside, hidesBelow] = [true, true]
    for (const at of upTo(from)) {
      const { overflowX, overflowY, box } = lookOf(at)
      // What scrolls can bring the rest into view.
      hidesBeside &&= !/auto|scroll/.test(overflowX)
      hidesBelow &&= !/auto|scroll/.test(overflowY)
      const isCut = (inner: DOMRect) =>
        (hidesBeside && overflowX !== 'visible' && isBeside(inner, box)) ||
        (hidesBelow && overflowY !== 'visible' && isBelow(inner, box))
      if (boxes.some(isCut)) return at
    }
    const screen = new DOMRect(0, 0, innerWidth, innerHeight)
    const isOutside = hidesBeside && boxes.some((inner) => isBeside(inner, screen))
    return isOutside ? document.documentElement : undefined
  }

  /** The element and what contains it, up to what is placed on the screen. */
  function upTo(element: Element): Element[] {
    const { parentElement: parent } = element
    const isLast = parent === document.body || lookOf(element).isFixed
    return parent === null || isLast ? [element] : [element, ...upTo(parent)]
  }

  function isBeside(inner: DOMRect, { left, right }: DOMRect): boolean {
    return inner.left < left - TOLERANCE || inner.right > right + TOLERANCE
  }

  function isBelow(inner: DOMRect, { top, bottom }: DOMRect): boolean {
    return inner.top < top - TOLERANCE || inner.bottom > bottom + TOLERANCE
  }

  function lookOf(element: Element) {
    const known = looks.get(element)
    if (known) return known
    const look = readLook(element)
    looks.set(element, look)
    return look
  }

  function readLook(element: Element) {
    const box = element.getBoundingClientRect()
    const style = getComputedStyle(element)
    const { overflowX, overflowY, position, textOverflow, webkitLineClamp } = style
    // For screen readers alone.
    const isSpoken =
      style.clipPath === 'inset(50%)' ||
      (style.overflow !== 'visible' && (box.width <= 1 || box.height <= 1))
    return {
      box,
      overflowX,
      overflowY,
      isFixed: position === 'fixed',
      isShortened: textOverflow === 'ellipsis' || webkitLineClamp !== 'none',
      isShown: !isSpoken && isDrawn(element),
    }
  }

  function isDrawn(element: Element): boolean {
    const { parentElement: parent } = element
    if (parent && !lookOf(parent).isShown) return false
    return element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  }

  function nameOf(element: Element): string {
    const label = element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40)
    return `${element.tagName.toLowerCase()} "${label}" (${element.getAttribute('class')})`
  }
}
