import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { holdUnseen } from '#pwa/data/hold-unseen.ts'

/** A box of a page, with only the properties that are read. */
class Box {
  readonly style = { contentVisibility: '', containIntrinsicSize: '' }
  readonly clientWidth = 300
  readonly top: number
  readonly height: number
  readonly children: readonly Box[]
  readonly looks: { readonly display?: string; readonly isNeeded?: boolean }

  constructor(
    top: number,
    height: number,
    children: readonly Box[] = [],
    looks: Box['looks'] = {},
  ) {
    this.top = top
    this.height = height
    this.children = children
    this.looks = looks
  }

  get clientHeight() {
    return this.height
  }
  getBoundingClientRect() {
    return { top: this.top, bottom: this.top + this.height, height: this.height }
  }
  matches() {
    return this.looks.isNeeded ?? false
  }
  querySelector(selector: string): Box | null {
    return this.children.find((box) => box.matches() || box.querySelector(selector)) ?? null
  }
}

const isHeld = ({ style }: Box) => style.contentVisibility === 'hidden'
const hold = (root: Box) => holdUnseen(root as unknown as Element)

beforeEach(() => {
  vi.stubGlobal('HTMLElement', Box)
  vi.stubGlobal('innerHeight', 800)
  vi.stubGlobal('getComputedStyle', ({ looks }: Box) => ({
    display: looks.display ?? 'block',
    paddingTop: '10px',
    paddingBottom: '20px',
    paddingLeft: '8px',
    paddingRight: '8px',
  }))
})

afterEach(() => vi.unstubAllGlobals())

test('content above or below the view keeps its size, and is then released', () => {
  const above = new Box(-500, 400)
  const seen = new Box(100, 300)
  const below = new Box(900, 230)
  const release = hold(new Box(-500, 1_630, [above, seen, below]))
  expect([above, seen, below].map(isHeld)).toEqual([true, false, true])
  expect(below.style.containIntrinsicSize).toBe('284px 200px')
  release()
  expect(below.style).toEqual({ contentVisibility: '', containIntrinsicSize: '' })
})

test('within a part that is half in view, its hidden content is held', () => {
  const [seen, unseen] = [new Box(700, 100), new Box(800, 100)]
  const list = new Box(700, 200, [seen, unseen])
  hold(new Box(0, 900, [list]))
  expect([list, seen, unseen].map(isHeld)).toEqual([false, false, true])
})

test('rows, hidden content, the focused element and open dialogs are not held', () => {
  const row = new Box(900, 40, [], { display: 'table-row' })
  const absent = new Box(0, 0)
  const dialog = new Box(0, 800, [], { isNeeded: true })
  const [owner, sibling] = [new Box(940, 40, [dialog]), new Box(980, 40)]
  const section = new Box(940, 80, [owner, sibling])
  hold(new Box(0, 1_020, [row, absent, section]))
  expect([row, absent, section, owner, dialog].some(isHeld)).toBe(false)
  expect(isHeld(sibling)).toBe(true)
})
