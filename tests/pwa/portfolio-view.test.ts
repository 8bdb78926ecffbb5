import { describe, expect, test } from 'vitest'
import { restOf, sliceIndexOf, slicesOf } from '#pwa/features/portfolio/allocation.ts'
import { endingWith, extentOf, runsOf } from '#pwa/ui/charts/value-line.ts'
import { ASSETS } from '#shared/assets.ts'

const line = (...values: readonly (string | null)[]) =>
  values.map((value, index) => ({ time: index * 60, value }))

describe('a line of values', () => {
  test('breaks where a value is unknown', () => {
    const runs = runsOf(line('1', '2', null, null, '3', null, '4', '5'))
    expect(runs.map((run) => run.map(({ value }) => value))).toEqual([
      ['1', '2'],
      ['3'],
      ['4', '5'],
    ])
    expect(runsOf(line(null, null))).toEqual([])
  })

  test('is summarised by its ends and its extremes', () => {
    const extent = extentOf(line(null, '10', '4', '25.5', '12', null))
    expect(extent).toMatchObject({
      first: { time: 60, value: '10' },
      last: { time: 240, value: '12' },
      lowest: '4',
      highest: '25.5',
    })
    expect(extentOf(line(null))).toBeUndefined()
  })

  test('ends with the live value', () => {
    const values = endingWith(line('1', '2', null), '3').map(({ value }) => value)
    expect(values).toEqual(['1', '2', '3'])
    expect(endingWith([], '3')).toEqual([])
  })
})

test('the ring shows the five largest shares and one for the rest', () => {
  const shares = ['40', '20', '15', '10', '6', '5.5', '3.5'].map((percent, index) => ({
    symbol: `A${index}`,
    percent,
  }))
  const slices = slicesOf(shares)
  expect(slices.map(({ label }) => label)).toEqual(['A0', 'A1', 'A2', 'A3', 'A4', 'Other'])
  expect(slices.at(-1)?.percent).toBe(9)
  expect(sliceIndexOf(shares, 'A1')).toBe(1)
  expect(sliceIndexOf(shares, 'A6')).toBe(5)
  expect(slicesOf(shares.slice(0, 5))).toHaveLength(5)
})

test('the assets that are not held complete the list', () => {
  const held = [{ symbol: 'BTC', percent: '100' }]
  const listed = [...held, ...restOf(held)].map(({ symbol }) => symbol)
  expect(listed.toSorted()).toEqual(ASSETS.map(({ symbol }) => symbol).toSorted())
})
