import { describe, expect, test } from 'vitest'
import { withLivePrice } from '#pwa/hooks/use-candles.ts'
import { type Candle, changedSince, placeOf } from '#pwa/ui/charts/candles.ts'

const candle = (time: number): Candle => ({
  time,
  open: '1',
  high: '1',
  low: '1',
  close: '1',
  volume: '0',
})
const minutes = [0, 60, 120, 240].map(candle)

describe('the position of an instant in a chart', () => {
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

describe('candles with the live price', () => {
  const recorded = minutes.map((each) => ({
    ...each,
    open: '10',
    high: '12',
    low: '9',
    close: '11',
  }))
  const live = (price: string | null, second: number) =>
    withLivePrice(recorded, { price, updatedAt: new Date(second * 1_000).toISOString() }, '1m')

  test.each([
    ['between its ends', '10.5', { open: '10', high: '12', low: '9', close: '10.5' }],
    ['above them', '100', { open: '10', high: '100', low: '9', close: '100' }],
    ['below them', '8.5', { open: '10', high: '12', low: '8.5', close: '8.5' }],
  ])('update the newest candle, %s', (_, price, expected) => {
    expect(live(price, 299).at(-1)).toEqual({ time: 240, volume: '0', ...expected })
    expect(live(price, 299).slice(0, -1)).toEqual(recorded.slice(0, -1))
  })

  test('start a new candle with each interval', () => {
    expect(live('10.5', 300)).toEqual([
      ...recorded,
      { time: 300, open: '10.5', high: '10.5', low: '10.5', close: '10.5', volume: '0' },
    ])
  })

  test('do not change with an older price or without one', () => {
    expect(live('10.5', 239)).toBe(recorded)
    expect(live(null, 299)).toBe(recorded)
    expect(withLivePrice(recorded, undefined, '1m')).toBe(recorded)
  })
})

describe('the candles to redraw', () => {
  const [first, second, third, newest] = minutes as [Candle, Candle, Candle, Candle]
  const moved = { ...newest, close: '2' }
  const next = candle(300)

  test('are the newest candle and the ones after it', () => {
    expect(changedSince(minutes, [first, second, third, moved])).toEqual([moved])
    expect(changedSince(minutes, [...minutes, next])).toEqual([newest, next])
  })

  test('are all of them if an older candle changed or is missing', () => {
    expect(changedSince([], minutes)).toBeUndefined()
    expect(changedSince(minutes, [first, { ...second }, third, newest])).toBeUndefined()
    expect(changedSince(minutes, [first, second, third])).toBeUndefined()
    expect(changedSince([...minutes, next], minutes)).toBeUndefined()
  })
})
