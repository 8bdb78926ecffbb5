/** What must be rendered wherever it is in the document. */
const ALWAYS_DRAWN = ':focus, dialog[open], .fixed'
/** Other kinds of boxes cannot be skipped. */
const LEFT_OUT = /^(block|flow-root|flex|grid|list-item)$/

/**
 * Freezes what is out of view as last rendered: until the returned function is called, its styles
 * and layout are not computed. It keeps its size, so nothing in view moves.
 */
export function holdUnseen(root: Element): () => void {
  // Read everything before anything is written: a change makes the next read compute the layout.
  const held = [...unseenIn(root)].map((part) => ({ part, size: sizeOf(part) }))
  for (const { part, size } of held) {
    part.style.containIntrinsicSize = size
    part.style.contentVisibility = 'hidden'
  }
  return () => {
    for (const { part } of held) {
      part.style.containIntrinsicSize = ''
      part.style.contentVisibility = ''
    }
  }
}

/** The largest parts that are out of view as a whole. */
function* unseenIn(part: Element): Generator<HTMLElement> {
  if (!(part instanceof HTMLElement)) return
  const { top, bottom, height } = part.getBoundingClientRect()
  if (height === 0 || (top >= 0 && bottom <= innerHeight)) return
  const isUnseen = bottom <= 0 || top >= innerHeight
  if (isUnseen && LEFT_OUT.test(getComputedStyle(part).display) && !isNeeded(part)) yield part
  else for (const child of part.children) yield* unseenIn(child)
}

function isNeeded(part: Element): boolean {
  return part.matches(ALWAYS_DRAWN) || part.querySelector(ALWAYS_DRAWN) !== null
}

/** The size inside the padding, which a box without contents is given. */
function sizeOf(part: HTMLElement): string {
  const { paddingTop, paddingBottom, paddingLeft, paddingRight } = getComputedStyle(part)
  const width = part.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
  const height =
    part.clientHeight - Number.parseFloat(paddingTop) - Number.parseFloat(paddingBottom)
  return [width, height].map((length) => `${length}px`).join(' ')
}
