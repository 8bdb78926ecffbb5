import type { Page } from '@playwright/test'

/** Texts of a page that overlap; the lines of one text may be close together. */
export function overlapsOf(page: Page): Promise<string[]> {
  return page.evaluate(overlapsHere)
}

interface Line {
  readonly node: Node
  readonly text: string
  readonly box: DOMRect
}

/** Runs in the page. */
function overlapsHere(): string[] {
  /** Lines of text may touch, because letters do not fill their boxes. */
  const TOLERANCE = 3
  const top = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body
  const windows = new Map<Element, DOMRect | undefined>()
  const texts = textsIn(top).sort((a, b) => a.box.top - b.box.top)
  const found = texts.flatMap((one, index) => {
    const rest = texts.slice(index + 1)
    const end = rest.findIndex(({ box }) => box.top > one.box.bottom - TOLERANCE)
    return rest
      .slice(0, end === -1 ? undefined : end)
      .filter((other) => other.node !== one.node && meets(one.box, other.box))
      .map((other) => `"${one.text}" over "${other.text}"`)
  })
  return [...new Set(found)]

  function textsIn(root: Element): Line[] {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const all: Line[] = []
    while (walker.nextNode()) all.push(...linesOf(walker.currentNode))
    return all
  }

  function linesOf(node: Node): Line[] {
    const { textContent, parentElement } = node
    const text = textContent?.trim()
    const view = text && parentElement ? windowOf(parentElement) : undefined
    if (!text || !view) return []
    const range = document.createRange()
    range.selectNodeContents(node)
    return [...range.getClientRects()]
      .map((rect) => ({ node, text, box: shared(rect, view) }))
      .filter(({ box }) => box.width > TOLERANCE && box.height > TOLERANCE)
  }

  /**
   * The visible part of an element's content; undefined if it is hidden or floats above other
   * content.
   */
  function windowOf(element: Element): DOMRect | undefined {
    if (windows.has(element)) return windows.get(element)
    const view = readWindow(element)
    windows.set(element, view)
    return view
  }

  function readWindow(element: Element): DOMRect | undefined {
    const isShown = element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    const { position, clipPath, overflowX, overflowY } = getComputedStyle(element)
    if (!isShown || clipPath === 'inset(50%)') return undefined
    if (element !== top && (position === 'fixed' || position === 'sticky')) return undefined
    const parent = element.parentElement
    const outer = element === top || !parent ? everywhere() : windowOf(parent)
    const hides = overflowX !== 'visible' || overflowY !== 'visible'
    return outer && hides ? shared(element.getBoundingClientRect(), outer) : outer
  }

  function everywhere(): DOMRect {
    return new DOMRect(-1e6, -1e6, 2e6, 2e6)
  }

  function shared(one: DOMRect, other: DOMRect): DOMRect {
    const left = Math.max(one.left, other.left)
    const top = Math.max(one.top, other.top)
    const right = Math.min(one.right, other.right)
    const bottom = Math.min(one.bottom, other.bottom)
    return new DOMRect(left, top, Math.max(0, right - left), Math.max(0, bottom - top))
  }

  function meets(one: DOMRect, other: DOMRect): boolean {
    const { width, height } = shared(one, other)
    return width > TOLERANCE && height > TOLERANCE
  }
}
