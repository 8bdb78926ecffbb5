import { expect, test } from 'vitest'
import { effectOfLink, freezeEnd } from '#shared/rules/withdrawal-freeze.ts'

const NOW = '2026-01-31T09:30:00.000Z'

test('a freeze lasts 48 hours', () => {
  expect(freezeEnd(NOW)).toBe('2026-02-02T09:30:00.000Z')
})

test.each([
  ['freezes for the first time', [], 'freezes'],
  ['finds a freeze of the last 24 hours', ['2026-01-30T09:30:00.001Z'], 'frozen_already'],
  ['extends a freeze after 24 hours', ['2026-01-30T09:30:00.000Z'], 'freezes'],
  [
    'is one too many after three freezes in 30 days',
    ['2026-01-01T09:30:00.001Z', '2026-01-10T09:30:00.000Z', '2026-01-20T09:30:00.000Z'],
    'too_many',
  ],
  [
    'freezes again once the first of three is 30 days ago',
    ['2026-01-01T09:30:00.000Z', '2026-01-10T09:30:00.000Z', '2026-01-20T09:30:00.000Z'],
    'freezes',
  ],
] as const)('a link %s', (_, frozenAt, effect) => {
  expect(effectOfLink(frozenAt, NOW)).toBe(effect)
})
