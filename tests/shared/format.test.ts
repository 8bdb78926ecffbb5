import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  formatAge,
  formatAmount,
  formatBytes,
  formatChange,
  formatConverted,
  formatCountdown,
  formatDate,
  formatDateTime,
  formatDifference,
  formatLimit,
  formatMarketValue,
  formatOrderAmount,
  formatPercent,
  formatPortfolioAmount,
  formatPrice,
  formatSignedAmount,
  formatTime,
  formatTimestamp,
  formatUsd,
  formatVolume,
} from '#shared/format.ts'
import { formatUnits, parseUnits } from '#shared/money.ts'
import { DAY_MS, epochMsOf } from '#shared/time.ts'

describe('prices', () => {
  it.each([
    ['106055.09', '106,055.09'],
    ['1000', '1,000.00'],
    ['999.9999', '999.9999'],
    ['1', '1.0000'],
    ['0.99', '0.990000'],
    ['0.00001234', '0.000012'],
    ['0', '0.000000'],
    ['64213.456', '64,213.46'],
  ])('%s is shown as %s', (price, text) => {
    expect(formatPrice(price)).toBe(text)
  })

  it('a price difference has the decimals of the prices', () => {
    expect(formatPrice('4.33', '58915.86')).toBe('4.33')
  })
})

describe('volumes', () => {
  it.each([
    ['35123450000', '35,123.45M'],
    ['1000000', '1.00M'],
    ['999999', '1,000.00K'],
    ['12300', '12.30K'],
    ['870', '870.00'],
  ])('%s is shown as %s', (volume, text) => {
    expect(formatVolume(volume)).toBe(text)
  })

  it('market values use T, B and M', () => {
    expect(formatMarketValue('2100000000000')).toBe('$2.1T')
    expect(formatMarketValue('89000000000')).toBe('$89B')
    expect(formatMarketValue('412000000')).toBe('$412M')
  })
})

it('converted amounts have six decimals, rounded down', () => {
  expect(formatConverted('1234.5678999')).toBe('1,234.567899')
  expect(formatConverted('0.0000009')).toBe('0.000000')
})

it('shares have one decimal', () => {
  expect(formatPercent('47.2634')).toBe('47.3%')
  expect(formatPercent('0')).toBe('0.0%')
})

describe('amounts', () => {
  it('histories and balances show 8 decimals', () => {
    expect(formatAmount('0.5')).toBe('0.50000000')
    expect(formatAmount('-1234.5')).toBe('\u22121,234.50000000')
  })

  it.each([
    ['0.12345678', '0.12345678'],
    ['1', '1.0000'],
    ['999.99999', '999.9999'],
    ['1234.5', '1,234.5000'],
  ])('an order of %s is shown as %s', (amount, text) => {
    expect(formatOrderAmount(amount)).toBe(text)
  })

  it.each([
    ['0', '0.00'],
    ['0.00000001', '0.00000001'],
    ['0.00000099', '0.00000099'],
    ['0.000001', '0.000001'],
    ['0.00999999', '0.009999'],
    ['0.01', '0.0100'],
    ['0.99999999', '0.9999'],
    ['1', '1.00'],
    ['999.999', '999.99'],
    ['1234567.891', '1,234,567.89'],
  ])('a portfolio amount of %s is shown as %s', (amount, text) => {
    expect(formatPortfolioAmount(amount)).toBe(text)
  })

  it('never exceed the exact amount', () => {
    const amounts = fc.bigInt({ min: 0n, max: 10n ** 22n })
    fc.assert(
      fc.property(amounts, (units) => {
        for (const format of [formatAmount, formatOrderAmount, formatPortfolioAmount]) {
          const shown = parseUnits(format(formatUnits(units)).replaceAll(',', ''))
          expect(shown).toBeLessThanOrEqual(units)
        }
      }),
    )
  })

  it('dollars are rounded down to the cent', () => {
    expect(formatUsd('1234.569')).toBe('$1,234.56')
    expect(formatUsd('-0.5')).toBe('\u2212$0.50')
  })

  it('differences and changes carry their sign', () => {
    expect(formatDifference('0.5')).toBe('+0.5')
    expect(formatDifference('-1200')).toBe('\u22121,200')
    expect(formatSignedAmount('5')).toBe('+5.00000000')
    expect(formatSignedAmount('-1071.154')).toBe('\u22121,071.15400000')
    expect(formatSignedAmount('0')).toBe('0.00000000')
    expect(formatChange('2.414')).toBe('+2.41%')
    expect(formatChange('-0.3')).toBe('\u22120.30%')
    expect(formatChange('0')).toBe('0.00%')
  })
})

describe('a limit', () => {
  it.each([
    ['1', '1'],
    ['100000', '100,000'],
    ['1234.50', '1,234.5'],
    ['0.001', '0.001'],
  ])('of %s has no trailing zeros', (amount, text) => {
    expect(formatLimit(amount)).toBe(text)
  })
})

describe('times', () => {
  const instant = '2026-03-04T14:02:09.000Z'
  const now = epochMsOf(instant)

  it('dates have the short en-US form', () => {
    expect(formatDate(instant, 'UTC')).toBe('Mar 4, 2026')
    expect(formatDateTime(instant, 'UTC')).toBe('Mar 4, 2026, 02:02\u00a0PM')
  })

  it('a timestamp shows the time within 24 hours and the date afterwards', () => {
    expect(formatTimestamp(instant, now + DAY_MS - 1, 'UTC')).toBe('02:02\u00a0PM')
    expect(formatTimestamp(instant, now + DAY_MS, 'UTC')).toBe('Mar 4, 2026')
  })

  it('an age shows the time, and the date when it is older than a day', () => {
    expect(formatAge(instant, now + 60_000, 'UTC')).toBe('As of 02:02\u00a0PM')
    expect(formatAge(instant, now + DAY_MS, 'UTC')).toBe('As of Mar 4, 02:02\u00a0PM')
  })

  const asIntl = (options: Intl.DateTimeFormatOptions, at: Date) =>
    new Intl.DateTimeFormat('en-US', options).format(at).replace(/\s(?=[AP]M$)/, '\u00a0')
  const day = { year: 'numeric', month: 'short', day: 'numeric' } as const
  const minute = { hour: '2-digit', minute: '2-digit' } as const

  it.each(['local', 'UTC'] as const)('every %s time matches Intl.DateTimeFormat', (clock) => {
    const zone = clock === 'UTC' ? { timeZone: 'UTC' } : {}
    const years = { min: new Date('1971-01-01'), max: new Date('2199-12-31'), noInvalidDate: true }
    fc.assert(
      fc.property(fc.date(years), (at) => {
        const text = at.toISOString()
        const aged = asIntl({ month: 'short', day: 'numeric', ...minute, ...zone }, at)
        expect(formatDate(text, clock)).toBe(asIntl({ ...day, ...zone }, at))
        expect(formatDateTime(text, clock)).toBe(asIntl({ ...day, ...minute, ...zone }, at))
        expect(formatTime(text, clock)).toBe(asIntl({ ...minute, ...zone }, at))
        expect(formatAge(text, epochMsOf(text) + DAY_MS, clock)).toBe(`As of ${aged}`)
      }),
    )
  })

  it('a countdown is shown as m:ss and reaches 0:00 only at the end', () => {
    expect(formatCountdown(60_000)).toBe('1:00')
    expect(formatCountdown(1)).toBe('0:01')
    expect(formatCountdown(0)).toBe('0:00')
  })
})

it('file sizes are shown in bytes, KB and MB', () => {
  expect(formatBytes(512)).toBe('512 B')
  expect(formatBytes(340 * 1_024)).toBe('340 KB')
  expect(formatBytes(1_300_000)).toBe('1.2 MB')
  expect(formatBytes(5_242_880)).toBe('5 MB')
})
