import { describe, expect, test } from 'vitest'
import { type Candle, placeOf } from '#pwa/ui/candles.ts'

const candle = (time: number): Candle => ({
  time,
  open: '1',
  high: '1',
  low: '1',
  close: '1',
  volume: '0',
})
const minutes = [0, 60, 120, 240].map(candle)

describe('the place of an instant in a chart', () => {
  test.each([
    [0, 0],
    [90, 1.5],
    [180, 2.5],
    [240, 3],
    [300, 4],
    [330, 4.5],
  ])('of second %i is candle %f', (time, place) => {
    expect(placeOf(minutes, time)).toBe(place)
  })

  test('is unknown before the first candle and without two of them', () => {
    expect(placeOf(minutes, -1)).toBeUndefined()
    expect(placeOf([candle(0)], 30)).toBeUndefined()
    expect(placeOf([], 30)).toBeUndefined()
  })
})
