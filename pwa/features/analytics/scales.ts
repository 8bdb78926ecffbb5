import { formatDay, formatVolume } from '#shared/format.ts'
import { type Decimal, formatUnits, parseUnits } from '#shared/money.ts'
import type { AnalyticsStep } from '#shared/rules/analytics.ts'
import { msg, t } from '#shared/text/t.ts'

/**
 * How figures become charts and text: only drawn values are converted to floating point numbers.
 */

/** "Nov 21, 2026", or "Week of Nov 16, 2026". */
export function stepName(start: string, step: AnalyticsStep): string {
  return step === 'week' ? t('Week of {day}', { day: formatDay(start) }) : formatDay(start)
}

/** An axis in USD: "$1.2K". */
export function axisUsd(value: number): string {
  const text = formatVolume(value.toFixed(2))
  return `$${text.replace(/\.?0+(?=[KM]?$)/, '')}`
}

export function axisCount(value: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: 0 })
}

const UNITS = [
  { seconds: 86_400, text: msg('{count} d') },
  { seconds: 3_600, text: msg('{count} h') },
  { seconds: 60, text: msg('{count} min') },
  { seconds: 1, text: msg('{count} s') },
] as const
type DurationUnit = (typeof UNITS)[number]

/**
 * The largest unit that fits at least twice into the longest time, so that the axis has round
 * numbers.
 */
export function durationUnit(longestSeconds: number): DurationUnit {
  return UNITS.find(({ seconds }) => longestSeconds >= 2 * seconds) ?? UNITS[3]
}

/** "45 s", "1.5 h", "2 d"; times are known to two significant figures. */
export function formatDuration(seconds: number): string {
  const unit = durationUnit(seconds)
  const amount = seconds / unit.seconds
  return t(unit.text, { count: amount >= 10 ? Math.round(amount) : Math.round(amount * 10) / 10 })
}

/** How much of the widest a value is, in percent; exact until it is drawn. */
export function shareOf(value: Decimal, widest: Decimal): number {
  const whole = parseUnits(widest)
  if (whole <= 0n) return 0
  const tenthOfPercent = (parseUnits(value) * 1_000n) / whole
  return Number(tenthOfPercent) / 10
}

/** The largest of some amounts; "0" of none. */
export function largestOf(amounts: readonly Decimal[]): Decimal {
  const units = amounts.map(parseUnits)
  return formatUnits(units.reduce((most, each) => (each > most ? each : most), 0n))
}
