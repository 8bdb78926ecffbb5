import type { Page } from '@playwright/test'

/** Elements that are cut, clipped, dimmed or too low on a page. */
export function layoutFaultsOf(page: Page): Promise<string[]> {
  return page.evaluate(faultsHere, false)
}

/**
 * The same for text at twice the size. Text that is truncated, moved down or scrolls is not a fault
 * there.
 */
export function largeTextFaultsOf(page: Page): Promise<string[]> {
  return page.evaluate(faultsHere, true)
}

/** Runs in the page. */
async function faultsHere(isLarge: boolean): Promise<string[]> {
  const CONTROLS = 'button, a[href], input, select, textarea, [role="tab"], [role="switch"]'
  const DISABLED = ':disabled, [aria-disabled="true"], :has(> :disabled), label:has(:disabled)'
  const TOLERANCE = 1.5
  const FEW_OPTIONS = 12
  // Names longer than this may end in an ellipsis among the choices of a field.
  const NAME_MAX = 40
  // Enough letters of a truncated text to tell it from others.
  const LETTERS_SHOWN_MIN = 8
  const ZOOMED_BELOW = 16
  // A heading, two lines below it, and one row of buttons.
  const DIALOG_FRAME = 192
  const NOT_SHOWN = {
    opacity: 1,
    overflowX: 'visible',
    overflowY: 'visible',
    isFixed: false,
    isShortened: false,
    isShown: false,
  }
  // Wait two frames, because components that measure themselves render again.
  for (const _ of [1, 2]) await new Promise(requestAnimationFrame)
  await Promise.allSettled(endingAnimations().map(({ finished }) => finished))
  const pen = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D
  const looks = new Map<Element, ReturnType<typeof readLook>>()
  const dialogs = document.querySelectorAll('dialog[open]')
  const top = dialogs[dialogs.length - 1] ?? document.body
  const wide = sideways()
  // Other faults may be consequences of these.
  if (wide.length > 0) return wide
  const found = [texts(), figures(), controls(), strips()]
  if (!isLarge) found.push(fields(), smallFields(), pairs(), lowDialogs())
  return [...new Set(found.flat())]

  function endingAnimations(): Animation[] {
    return document
      .getAnimations()
      .filter(({ timeline }) => timeline === document.timeline)
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
  }

  function sideways(): string[] {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    return [`${scrollWidth} wide, by ${beyond(document.body, clientWidth)}`]
  }

  /** The innermost parts of a box that extend beyond an edge to the right. */
  function beyond(box: Element, edge: number): string {
    const shown = [...box.querySelectorAll('*:not(svg *)')].filter((each) => lookOf(each).isShown)
    const isOver = (each: Element) => lookOf(each).box.right > edge + TOLERANCE
    const all = shown.filter((each) => isOver(each) && !isInStrip(each, box))
    const last = all.filter((each) => !all.some((inner) => inner.parentElement === each))
    return last.slice(0, 3).map(nameOf).join(' and ')
  }

  function isInStrip(element: Element, box: Element): boolean {
    const inside = upTo(element).filter((each) => each !== box && box.contains(each))
    return inside.some((each) => /auto|scroll/.test(lookOf(each).overflowX))
  }

  function texts(): string[] {
    return textNodesIn(top).flatMap(textFault)
  }

  function textNodesIn(root: Element): Node[] {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const nodes: Node[] = []
    while (walker.nextNode()) nodes.push(walker.currentNode)
    return nodes
  }

  function textFault(node: Node): string[] {
    const { textContent, parentElement: element } = node
    const text = textContent?.trim()
    if (!text || !element || !lookOf(element).isShown) return []
    if (isDimmed(element)) return [`dimmed: "${text}" in ${nameOf(element)}`]
    const range = document.createRange()
    range.selectNodeContents(node)
    const boxes = [...range.getClientRects()]
    const clip = clipOf(element, boxes)
    if (!clip) return []
    if (!lookOf(clip).isShortened) return [`cut: "${text}" by ${nameOf(clip)}`]
    const shown = lettersShown(text, boxes, lookOf(clip).box)
    if (shown < Math.min(LETTERS_SHOWN_MIN, text.length)) {
      return [`cut to ${shown} letters: "${text}" by ${nameOf(clip)}`]
    }
    return element.closest('[title]') ? [] : [`no title: "${text}"`]
  }

  function figures(): string[] {
    const shown = [...top.querySelectorAll('.num')].filter((each) => lookOf(each).isShown)
    return shown.flatMap(textNodesIn).flatMap(brokenFigures)
  }

  /** A figure that wraps is easily read as one of its two parts. */
  function brokenFigures(node: Node): string[] {
    const figures = [...(node.textContent ?? '').matchAll(/\d(?:[\d,.:]*\d)?/g)]
    return figures.flatMap(({ 0: figure, index }) => {
      const range = document.createRange()
      range.setStart(node, index)
      range.setEnd(node, index + figure.length)
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
      return lines.size > 1 ? [`broken: "${figure}"`] : []
    })
  }

  /** How many letters of average width a clip shows, including its ellipsis. */
  function lettersShown(text: string, lines: readonly DOMRect[], clip: DOMRect): number {
    const widthIn = ({ left, right }: DOMRect) =>
      Math.max(0, Math.min(right, clip.right) - Math.max(left, clip.left))
    const shown = lines.filter((line) => !isBelow(line, clip)).map(widthIn)
    const [part, whole] = [shown, lines.map(({ width }) => width)].map(sumOf)
    return Math.round((text.length * (part ?? 0)) / (whole ?? 1))
  }

  function sumOf(numbers: readonly number[]): number {
    return numbers.reduce((sum, each) => sum + each, 0)
  }

  /** Only disabled elements may be dimmed: waiting items must be as readable as finished ones. */
  function isDimmed(element: Element): boolean {
    const dimming = upTo(element).find((each) => lookOf(each).opacity < 1)
    return dimming !== undefined && !dimming.matches(DISABLED)
  }

  /** The content of a field is not a text node: a placeholder, a choice, an amount. */
  function fields(): string[] {
    const all = top.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select')
    return [...all].flatMap((field) => {
      const texts = lookOf(field).isShown ? shownIn(field) : []
      if (texts.length === 0) return []
      const style = getComputedStyle(field)
      // The shorthand is empty if a font has features, and setting an empty one would leave the
      // canvas font at 10 px.
      pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`
      const room =
        field.clientWidth -
        Number.parseFloat(style.paddingLeft) -
        Number.parseFloat(style.paddingRight)
      const isShortened = style.textOverflow === 'ellipsis'
      return texts
        .filter((text) => !isShortened || text.length <= NAME_MAX)
        .filter((text) => pen.measureText(text).width > room + TOLERANCE)
        .map((text) => `cut: "${text}" in ${nameOf(field)}`)
    })
  }

  /** On touch screens: iOS zooms into a focused field with smaller text. */
  function smallFields(): string[] {
    if (!matchMedia('(pointer: coarse)').matches) return []
    const kinds = 'input:not([type="checkbox"], [type="radio"], [type="file"]), select, textarea'
    const sizeOf = (field: Element) => Number.parseFloat(getComputedStyle(field).fontSize)
    const small = [...top.querySelectorAll(kinds)].filter(
      (field) => lookOf(field).isShown && sizeOf(field) < ZOOMED_BELOW,
    )
    return small.map((field) => `small: ${nameOf(field)}`)
  }

  /** With few choices, each must fit the field; with many, only the selected one. */
  function shownIn(field: HTMLInputElement | HTMLSelectElement): string[] {
    if (field instanceof HTMLSelectElement) {
      const { options, selectedOptions } = field
      const shown = options.length > FEW_OPTIONS ? selectedOptions : options
      return [...shown].map(({ label }) => label)
    }
    if (field.value === '') return field.placeholder === '' ? [] : [field.placeholder]
    return field.inputMode === 'decimal' ? [field.value] : []
  }

  function controls(): string[] {
    return [...top.querySelectorAll(CONTROLS)].flatMap((control) => {
      const { isShown, box } = lookOf(control)
      const clip = isShown && control.parentElement && clipOf(control.parentElement, [box])
      return clip ? [`clipped: ${nameOf(control)} by ${nameOf(clip)}`] : []
    })
  }

  /** Reject and Approve must stay next to each other. */
  function pairs(): string[] {
    return [...top.querySelectorAll('button + button')].flatMap((second) => {
      const first = second.previousElementSibling
      if (first?.textContent !== 'Reject' || !second.textContent?.startsWith('Approve')) return []
      const isApart = lookOf(first).box.top !== lookOf(second).box.top
      return isApart ? [`below each other: ${nameOf(first)} and ${nameOf(second)}`] : []
    })
  }

  /**
   * A box that scrolls vertically also scrolls sideways, which is intended only if a class says so.
   */
  function strips(): string[] {
    const meant = 'textarea, [class*="overflow-x-"], [class*="overflow-auto"]'
    return [...top.querySelectorAll('*')].flatMap((box) => {
      const isWide = box.scrollWidth > box.clientWidth + TOLERANCE
      if (!isWide || box.matches(meant) || !/auto|scroll/.test(lookOf(box).overflowX)) return []
      if (!lookOf(box).isShown) return []
      const edge = lookOf(box).box.left + box.clientWidth
      return [`scrolls sideways: ${nameOf(box)} by ${beyond(box, edge)}`]
    })
  }

  /** A dialog must show most of its content, or as much as fits between heading and buttons. */
  function lowDialogs(): string[] {
    const body = dialogs.length > 0 ? top.querySelector('.overflow-y-auto') : null
    if (!body) return []
    const { clientHeight: shown, scrollHeight: needed } = body
    const least = Math.min(0.6 * needed, 0.86 * innerHeight - DIALOG_FRAME)
    return shown >= least - TOLERANCE ? [] : [`low dialog: shows ${shown} of ${needed}`]
  }

  /** The nearest element that hides a part of the boxes and does not scroll to it. */
  function clipOf(from: Element, boxes: readonly DOMRect[]): Element | undefined {
    let [hidesBeside, hidesBelow] = [true, true]
    for (const at of upTo(from)) {
      const { overflowX, overflowY, box } = lookOf(at)
      // An element that scrolls can bring the rest into view.
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

  /** The element and its ancestors, up to one with a fixed position. */
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
    // Reading the style of an element that is not rendered would force its computation.
    if (!isDrawn(element)) return { ...NOT_SHOWN, box }
    const style = getComputedStyle(element)
    const { overflowX, overflowY, position, textOverflow, webkitLineClamp } = style
    // Only for screen readers.
    const isSpoken =
      style.clipPath === 'inset(50%)' ||
      (style.overflow !== 'visible' && (box.width <= 1 || box.height <= 1))
    return {
      box,
      opacity: Number(style.opacity),
      overflowX,
      overflowY,
      isFixed: position === 'fixed',
      isShortened: textOverflow === 'ellipsis' || webkitLineClamp !== 'none',
      isShown: !isSpoken,
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
