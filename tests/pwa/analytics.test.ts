import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  axisCount,
  axisUsd,
  durationUnit,
  formatDuration,
  largestOf,
  shareOf,
  stepName,
} from '#pwa/features/analytics/scales.ts'
import { StackedBars } from '#pwa/ui/charts/stacked-bars.ts'
import { formatUnits } from '#shared/money.ts'

describe('the axis labels of the dashboard', () => {
  test.each([
    [0, '0 s'],
    [45, '45 s'],
    [119, '119 s'],
    [120, '2 min'],
    [5_400, '90 min'],
    [7_200, '2 h'],
    [9_000, '2.5 h'],
    [36_000, '10 h'],
    [200_000, '2.3 d'],
    [1_300_000, '15 d'],
  ])('%i seconds are %s', (seconds, text) => expect(formatDuration(seconds)).toBe(text))

  test('an axis uses the largest unit that fits at least twice into the longest time', () => {
    expect(durationUnit(0).text).toBe('{count} s')
    expect(durationUnit(7_199).text).toBe('{count} min')
    expect(durationUnit(7_200).text).toBe('{count} h')
    expect(durationUnit(172_800).text).toBe('{count} d')
  })

  test('money is abbreviated and counts are whole', () => {
    expect([0, 0.5, 950, 100_000, 12_340, 3_400_000].map(axisUsd)).toEqual([
      '$0',
      '$0.5',
      '$950',
      '$100K',
      '$12.34K',
      '$3.4M',
    ])
    expect(axisCount(12_345)).toBe('12,345')
  })

  test('a week is labelled as a week', () => {
    expect(stepName('2026-11-16', 'week')).toBe('Week of Nov 16, 2026')
    expect(stepName('2026-11-16', 'day')).toBe('Nov 16, 2026')
  })
})

describe('the length of a bar', () => {
  test('is its share of the longest, even for large amounts', () => {
    expect(shareOf('25', '100')).toBe(25)
    expect(shareOf('0.00000001', '0.00000004')).toBe(25)
    expect(shareOf('900719925474099.3', '900719925474099.3')).toBe(100)
    expect(shareOf('0', '0')).toBe(0)
  })

  test('never exceeds the longest and keeps the order', () => {
    const units = fc.bigInt({ min: 0n, max: 10n ** 22n })
    fc.assert(
      fc.property(fc.array(units, { minLength: 1 }), (unsorted) => {
        const amounts = unsorted.toSorted((a, b) => (a < b ? -1 : 1)).map(formatUnits)
        const shares = amounts.map((each) => shareOf(each, largestOf(amounts)))
        expect(shares).toEqual(shares.toSorted((a, b) => a - b))
        expect(shares.at(-1)).toBe(amounts.at(-1) === '0' ? 0 : 100)
      }),
    )
  })

  test('spans from zero to the sum of its parts', () => {
    const bars = new StackedBars()
    expect(bars.priceValueBuilder({ time: '2026-01-01', parts: [3, 0, 4.5] })).toEqual([0, 7.5])
    expect(bars.isWhitespace({ time: '2026-01-01' })).toBe(true)
    expect(bars.isWhitespace({ time: '2026-01-01', parts: [] } as never)).toBe(false)
  })
})
