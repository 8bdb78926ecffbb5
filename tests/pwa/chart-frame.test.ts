import { TickMarkType, type UTCTimestamp } from 'lightweight-charts'
import { describe, expect, it } from 'vitest'
import { tickText } from '#pwa/ui/charts/chart-frame.ts'

describe('the time axis labels of a chart', () => {
  it.each([
    [TickMarkType.Year, '2026'],
    [TickMarkType.Month, 'Mar'],
    [TickMarkType.DayOfMonth, '4'],
    [TickMarkType.Time, '14:02'],
  ])('show the part that changes at a mark (%s)', (mark, text) => {
    const seconds = Date.parse('2026-03-04T14:02:09Z') / 1_000
    expect(tickText(seconds as UTCTimestamp, mark)).toBe(text)
  })

  it('show the same day in every time zone for daily charts', () => {
    expect(tickText('2026-03-04', TickMarkType.DayOfMonth)).toBe('4')
  })
})
