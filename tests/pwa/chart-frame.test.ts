import { TickMarkType, type UTCTimestamp } from 'lightweight-charts'
import { describe, expect, it } from 'vitest'
import { tickText } from '#pwa/ui/charts/chart-frame.ts'

describe('the labels of a chart’s time axis', () => {
  it.each([
    [TickMarkType.Year, '2026'],
    [TickMarkType.Month, 'Mar'],
    [TickMarkType.DayOfMonth, '4'],
    [TickMarkType.Time, '14:02'],
  ])('say what is new at a mark (%s)', (mark, text) => {
    const seconds = Date.parse('2026-03-04T14:02:09Z') / 1_000
    expect(tickText(seconds as UTCTimestamp, mark)).toBe(text)
  })

  it('of a chart by days name the day that it is, in every time zone', () => {
    expect(tickText('2026-03-04', TickMarkType.DayOfMonth)).toBe('4')
  })
})
