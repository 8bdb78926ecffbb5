import { type RefObject, useLayoutEffect, useRef } from 'react'
import { topDialog } from './top-layer.ts'

/** What had the focus, and what was around it. */
interface Trail {
  readonly element: HTMLElement
  readonly places: readonly Place[]
  readonly sections: readonly Element[]
}

interface Place {
  readonly row: Element
  readonly list: Element
  readonly index: number
}

/** The page and each open dialog, with the heading that is read out when nothing else is left. */
const layers = new Map<HTMLElement, HTMLElement | null>()
const trails = new WeakMap<HTMLElement, Trail>()
/** What had the focus in a notice that leaves after some seconds. */
let passing: HTMLElement | undefined
let isWatched = false
const DISABLED = 'button:disabled'

/**
 * Moves the focus when the element that had it is gone or disabled: to the row that replaces its
 * row, otherwise to the heading of its section, or to the section. Without this, the focus falls to
 * the body, and a screen reader says nothing. From a notice that is gone it returns to where it was
 * before.
 */
export function keepFocus(layer: HTMLElement, heading: HTMLElement | null = null): () => void {
  layers.set(layer, heading)
  if (!isWatched) {
    document.addEventListener('focusin', note)
    document.addEventListener('focusout', forget)
    const observer = new MutationObserver(moveOn)
    observer.observe(document.body, {
      childList: true,
      attributeFilter: ['disabled'],
      subtree: true,
    })
    isWatched = true
  }
  return () => {
    layers.delete(layer)
  }
}

/** Notices that pass: F8 moves the focus to one after the other, and then back. */
export const PASSING_NOTICE = { 'data-passing': '', tabIndex: -1 } as const

/** Moves the focus to the first or next notice that passes; after the last one back. */
export function focusNextNotice(): void {
  const layer = topLayer()
  // The page below a dialog is inert.
  const scope = layer?.tagName === 'DIALOG' ? layer : document
  const notices = [...scope.querySelectorAll<HTMLElement>('[data-passing]')].filter(
    ({ childElementCount }) => childElementCount > 0,
  )
  const at = notices.findIndex((each) => each.contains(document.activeElement))
  const next = notices[at + 1]
  if (next) next.focus()
  if (next || at < 0) return
  notices[at]?.querySelector<HTMLElement>(':focus')?.blur()
  notices[at]?.blur()
  trailOf(layer)?.element.focus()
}

function note({ target }: FocusEvent): void {
  if (!(target instanceof HTMLElement)) return
  passing = target.closest('[data-passing]') ? target : undefined
  const layer = layerOf(target)
  if (passing || !layer) return
  const sections = around(target, (from) => from.closest('section, article, main'))
  trails.set(layer, { element: target, places: placesAround(target), sections })
}

/** A press outside everything removes the focus permanently. */
function forget({ target, relatedTarget }: FocusEvent): void {
  if (relatedTarget || !(target instanceof HTMLElement)) return
  setTimeout(() => {
    const layer = layerOf(target)
    const isLeft = target.isConnected && document.activeElement === document.body
    if (layer && isLeft && trailOf(layer)?.element === target) trails.delete(layer)
  })
}

function moveOn(): void {
  const layer = topLayer()
  const { activeElement: active } = document
  // The browser takes the focus from a disabled button a little later.
  const isLost = active === document.body || active?.matches(DISABLED)
  if (!isLost || !layer) return
  const trail = trailOf(layer)
  const isBack = passing !== undefined && !passing.isConnected
  if (isBack) passing = undefined
  const isDisabled = trail?.element.matches(DISABLED) === true
  if (trail?.element.isConnected !== false && !isDisabled) {
    if (isBack) trail?.element.focus()
    return
  }
  const next = nextOf(trail) ?? layers.get(layer)
  if (!next) return
  if (!next.hasAttribute('tabindex')) next.setAttribute('tabindex', '-1')
  // The view stays where the button was pressed.
  next.focus({ preventScroll: isDisabled })
}

function nextOf({ places, sections }: Trail): HTMLElement | undefined {
  for (const { row, list, index } of places) {
    const rows = [...list.children]
    const next = row.isConnected ? row : (rows[index] ?? rows.at(-1))
    if (list.isConnected && next instanceof HTMLElement) return next
  }
  const section = sections.find((each) => each.isConnected)
  const heading = section?.querySelector<HTMLElement>('h1, h2, h3, h4')
  return heading ?? (section instanceof HTMLElement ? section : undefined)
}

/** From the inside out. */
function placesAround(element: Element): readonly Place[] {
  return around(element, (from) => from.closest('li, tbody > tr')).flatMap((row) => {
    const list = row.parentElement
    return list ? [{ row, list, index: [...list.children].indexOf(row) }] : []
  })
}

function around(
  element: Element,
  closestTo: (from: Element) => Element | null,
): readonly Element[] {
  const found = element.parentElement && closestTo(element.parentElement)
  return found ? [found, ...around(found, closestTo)] : []
}

/** The dialog on top, or the page. */
function topLayer(): HTMLElement | undefined {
  const dialog = topDialog()
  return dialog && layers.has(dialog) ? dialog : [...layers.keys()][0]
}

function layerOf(element: Element): HTMLElement | undefined {
  return [...layers.keys()].find((each) => each.contains(element))
}

function trailOf(layer: HTMLElement | undefined): Trail | undefined {
  return layer && trails.get(layer)
}

/** For a control that is replaced after use: the focus moves to its replacement. */
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
