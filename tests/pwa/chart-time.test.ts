import { TickMarkType, type TimeScalePoint, type UTCTimestamp } from 'lightweight-charts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startingAt, withLivePrice } from '#pwa/hooks/use-candles.ts'
import { bodyOf, volumeOf } from '#pwa/ui/charts/candle-bars.ts'
import { type Candle, startText } from '#pwa/ui/charts/candles.ts'
import { LocalTimeScale, momentText, tickText } from '#pwa/ui/charts/chart-time.ts'
import { readCatalogue } from '#scripts/languages/catalogue-files.ts'
import type { CandleInterval } from '#shared/rules/prices.ts'
import { catalogueOf } from '#shared/text/catalogue.ts'
import { inLanguage } from '#shared/text/t.ts'

/** Invisible characters that keep the parts of a date in order. */
const ISOLATES = /[\u2066-\u2069]/g
const HOUR = 3_600

/** How the library weighs marks; the higher one wins where there is no room for all. */
const WEIGHT = { hour: 30, threeHours: 31, sixHours: 32, halfDay: 33, day: 50, month: 60, year: 70 }

beforeEach(() => vi.stubEnv('TZ', 'UTC'))
afterEach(() => vi.unstubAllEnvs())

const secondsOf = (instant: string) => (Date.parse(instant) / 1_000) as UTCTimestamp

/** Hours from an instant on. */
const hoursFrom = (instant: string, count: number) =>
  Array.from({ length: count }, (_, index) => secondsOf(instant) + index * HOUR)

describe('the time axis labels of a chart', () => {
  it.each([
    [TickMarkType.Year, '2026'],
    [TickMarkType.Month, 'Mar'],
    [TickMarkType.DayOfMonth, '4'],
    [TickMarkType.Time, '14:02'],
  ])('show the part that changes at a mark (%s)', (mark, text) => {
    expect(tickText(secondsOf('2026-03-04T14:02:09Z'), mark)).toBe(text)
  })

  it('show the same day in every time zone for daily charts', () => {
    vi.stubEnv('TZ', 'America/New_York')
    expect(tickText('2026-03-04', TickMarkType.DayOfMonth)).toBe('4')
    expect(momentText('2026-03-04')).toBe('Mar 4, 2026')
  })

  it.each(['America/New_York', 'Asia/Kolkata'])(
    'name the day of a daily candle, recorded or just begun, by its UTC date (%s)',
    (zone) => {
      vi.stubEnv('TZ', zone)
      const figures = { open: '1', high: '1', low: '1', close: '1', volume: '0' }
      const openedAt = (openTime: string, interval: CandleInterval) =>
        startingAt(Date.parse(openTime), interval, figures)
      const days = [openedAt('2026-03-03T00:00:00Z', '1d'), openedAt('2026-03-04T00:00:00Z', '1d')]
      const tick = { price: '2', updatedAt: '2026-03-05T00:00:01.000Z' }
      const candles = withLivePrice(days, tick, '1d')
      const colours = { upFaint: 'green', downFaint: 'red' }
      for (const timeOf of [bodyOf, (candle: Candle) => volumeOf(candle, colours)]) {
        const times = candles.map((candle) => timeOf(candle).time)
        expect(times.map((time) => tickText(time, TickMarkType.DayOfMonth))).toEqual([
          '3',
          '4',
          '5',
        ])
        expect(times.map(momentText)).toEqual(['Mar 3, 2026', 'Mar 4, 2026', 'Mar 5, 2026'])
      }
      expect(candles.map(startText)).toEqual(['Mar 3, 2026', 'Mar 4, 2026', 'Mar 5, 2026'])
      const hour = openedAt('2026-03-04T00:00:00Z', '1h')
      expect(bodyOf(hour).time).toBe(secondsOf('2026-03-04T00:00:00Z'))
      expect(startText(hour)).toBe(momentText(secondsOf('2026-03-04T00:00:00Z')))
    },
  )

  it('show the clock of the device', () => {
    vi.stubEnv('TZ', 'America/New_York')
    const at = secondsOf('2027-01-01T02:30:00Z')
    expect(tickText(at, TickMarkType.Time)).toBe('21:30')
    expect(tickText(at, TickMarkType.DayOfMonth)).toBe('31')
    expect(tickText(at, TickMarkType.Month)).toBe('Dec')
    expect(tickText(at, TickMarkType.Year)).toBe('2026')
    expect(momentText(at).replace(ISOLATES, '')).toBe('Dec 31, 2026, 09:30\u00a0PM')
  })

  it.each([
    ['es', 'mar', '4 mar 2026, 14:02'],
    ['ar', 'مارس', '4 مارس 2026، 02:02\u00a0م'],
  ])('are written in the language of the app (%s)', (code, month, moment) => {
    const at = secondsOf('2026-03-04T14:02:09Z')
    const shown = inLanguage(catalogueOf(readCatalogue(code)), () => ({
      month: tickText(at, TickMarkType.Month),
      moment: momentText(at).replace(ISOLATES, ''),
    }))
    expect(shown).toEqual({ month, moment })
  })
})

describe('a chart over the end of daylight saving time', () => {
  /** In Berlin 02:00 comes twice on October 25, 2026: at 00:00 and at 01:00 UTC. */
  const hours = hoursFrom('2026-10-24T23:00:00Z', 4)
  beforeEach(() => vi.stubEnv('TZ', 'Europe/Berlin'))

  it('has its candles in ascending order, as the library demands', () => {
    const figures = { open: '1', high: '1', low: '1', close: '1', volume: '0' }
    const candles = hours.map((time) => ({ time, ...figures }))
    expect(candles.map((candle) => bodyOf(candle).time)).toEqual(hours)
    const colours = { upFaint: 'green', downFaint: 'red' }
    expect(candles.map((candle) => volumeOf(candle, colours).time)).toEqual(hours)
  })

  it('shows the repeated hour twice', () => {
    expect(hours.map((time) => tickText(time as UTCTimestamp, TickMarkType.Time))).toEqual([
      '01:00',
      '02:00',
      '02:00',
      '03:00',
    ])
  })
})

describe('the marks of a time axis', () => {
  it.each([
    ['Europe/Berlin', '2026-10-23T20:00:00Z'],
    ['Asia/Kolkata', '2026-10-23T16:30:00Z'],
    ['America/New_York', '2026-10-24T02:00:00Z'],
  ])('begin a day at midnight of the device (%s)', (zone, elevenPm) => {
    vi.stubEnv('TZ', zone)
    expect(weightsOf(hoursFrom(elevenPm, 5)).slice(1)).toEqual([
      WEIGHT.hour,
      WEIGHT.day,
      WEIGHT.hour,
      WEIGHT.hour,
    ])
  })

  it('begin a month and a year there too', () => {
    vi.stubEnv('TZ', 'Europe/Berlin')
    expect(weightsOf(hoursFrom('2026-09-30T21:00:00Z', 2))[1]).toBe(WEIGHT.month)
    expect(weightsOf(hoursFrom('2026-12-31T22:00:00Z', 2))[1]).toBe(WEIGHT.year)
  })

  it('are weighed alike if only the last point is new', () => {
    vi.stubEnv('TZ', 'Europe/Berlin')
    const hours = hoursFrom('2026-10-23T20:00:00Z', 30)
    const scale = new LocalTimeScale()
    const points = pointsOf(scale, hours)
    scale.fillWeightsForPoints(points.slice(0, -1), 0)
    scale.fillWeightsForPoints(points, points.length - 1)
    expect(points.map(({ timeWeight }) => timeWeight)).toEqual(weightsOf(hours))
  })

  it('follow the calendar in every time zone for daily charts', () => {
    vi.stubEnv('TZ', 'America/New_York')
    expect(weightsOf(['2026-03-30', '2026-03-31', '2026-04-01']).slice(1)).toEqual([
      WEIGHT.day,
      WEIGHT.month,
    ])
  })
})

type Point = { -readonly [Key in keyof TimeScalePoint]: TimeScalePoint[Key] }

function weightsOf(times: readonly (number | string)[]): number[] {
  const scale = new LocalTimeScale()
  const points = pointsOf(scale, times)
  scale.fillWeightsForPoints(points, 0)
  return points.map(({ timeWeight }) => timeWeight)
}

function pointsOf(scale: LocalTimeScale, times: readonly (number | string)[]): Point[] {
  return times.map((time) => ({
    timeWeight: 0 as Point['timeWeight'],
    time: scale.convertHorzItemToInternal(time as UTCTimestamp),
    originalTime: time,
  }))
}
