import { TickMarkType, type UTCTimestamp } from 'lightweight-charts'
import { describe, expect, it } from 'vitest'
import { momentText, tickText } from '#pwa/ui/charts/chart-frame.ts'
import { readCatalogue } from '#scripts/languages/catalogue-files.ts'
import { catalogueOf } from '#shared/text/catalogue.ts'
import { inLanguage } from '#shared/text/t.ts'

/** Invisible characters that keep the parts of a date in order. */
const ISOLATES = /[\u2066-\u2069]/g

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

  it.each([
    ['es', 'mar', '4 mar 2026, 14:02'],
    ['ar', 'مارس', '4 مارس 2026، 02:02\u00a0م'],
  ])('are written in the language of the app (%s)', (code, month, moment) => {
    const at = (Date.parse('2026-03-04T14:02:09Z') / 1_000) as UTCTimestamp
    const shown = inLanguage(catalogueOf(readCatalogue(code)), () => ({
      month: tickText(at, TickMarkType.Month),
      moment: momentText(at).replace(ISOLATES, ''),
    }))
    expect(shown).toEqual({ month, moment })
  })

  it('show the whole day at the cursor of a daily chart', () => {
    expect(momentText('2026-03-04')).toBe('Mar 4, 2026')
  })
})
