import { expect, test } from 'vitest'
import { placeByKey } from '#pwa/ui/tabs.tsx'

const TABS = 3

test.each([
  ['ArrowRight', 0, false, 1],
  ['ArrowLeft', 0, false, 2],
  ['ArrowRight', 2, false, 0],
  ['ArrowLeft', 0, true, 1],
  ['ArrowRight', 0, true, 2],
  ['ArrowLeft', 2, true, 0],
  ['Home', 1, true, 0],
  ['End', 1, true, 2],
  ['Enter', 1, true, undefined],
])('%s on tab %i, drawn from the right: %s, leads to tab %s', (key, from, isFromRight, to) => {
  expect(placeByKey(key, from, TABS, isFromRight)).toBe(to)
})
