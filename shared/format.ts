import { type Decimal, formatUnits, parseUnits, type Units } from '#shared/money.ts'
import { has24HourClock, inDigits, inThousands, msg, t } from '#shared/text/t.ts'
import { DAY_MS, epochMsOf, type Instant, MINUTE_MS } from '#shared/time.ts'

/**
 * Formats money, prices and times for the screen, exactly: no value becomes a floating point number.
 *
 * Prices are rounded to the nearest. Amounts are cut, because a screen must never show more than
 * there is.
 *
 * Source: docs/product.md, Formats
 */

const ONE = parseUnits('1')
const THOUSAND = ONE * 1_000n
const MILLION = ONE * 1_000_000n
const BILLION = ONE * 1_000_000_000n
const TRILLION = ONE * 1_000_000_000_000n
const UNIT_DECIMALS = 8

/** Real minus sign: as wide as the plus in tabular figures, and read as "minus". */
const MINUS = '\u2212'

type Cut = 'cut' | 'nearest'

/** 1000 or more: 2 decimals and separators; 1 or more: 4; below 1: 6. */
export function formatPrice(price: Decimal, scale: Decimal = price): string {
  return fixed(parseUnits(price), priceDecimals(parseUnits(scale)), 'nearest')
}

/** How many decimals a price of this size carries, for chart axes and for steps. */
export function priceDecimals(units: Units): number {
  const size = absolute(units)
  if (size >= THOUSAND) return 2
  return size >= ONE ? 4 : 6
}

/** Volume as M, K or plain: "35,123.45M", "12.30K", "870.00". */
export function formatVolume(volume: Decimal): string {
  const units = parseUnits(volume)
  if (absolute(units) >= MILLION) return `${fixed(units / 1_000_000n, 2, 'nearest')}M`
  if (absolute(units) >= THOUSAND) return `${fixed(units / 1_000n, 2, 'nearest')}K`
  return fixed(units, 2, 'nearest')
}

/** A market summary figure: "$2.1T", "$89B", "$412M". */
export function formatMarketValue(value: Decimal): string {
  const units = parseUnits(value)
  if (units >= TRILLION) return `$${fixed(units / 1_000_000_000_000n, 1, 'nearest')}T`
  if (units >= BILLION) return `$${fixed(units / 1_000_000_000n, 0, 'nearest')}B`
  return `$${fixed(units / 1_000_000n, 0, 'nearest')}M`
}

/** Amounts in histories, spot views and balances: always 8 decimals. */
export function formatAmount(amount: Decimal): string {
  return fixed(parseUnits(amount), UNIT_DECIMALS, 'cut')
}

/** What was added or taken, in a list of amounts: "+5.00000000", "−0.50000000". */
export function formatSignedAmount(amount: Decimal): string {
  const units = parseUnits(amount)
  return `${signOf(units)}${fixed(absolute(units), UNIT_DECIMALS, 'cut')}`
}

/** An exact figure in a sentence or of a limit, without trailing zeros: "100,000", "0.001". */
export function formatLimit(amount: Decimal): string {
  return groupDigits(formatUnits(parseUnits(amount)))
}

/** Order amounts: 8 decimals below 1, 4 from 1, thousands separator from 1000. */
export function formatOrderAmount(amount: Decimal): string {
  const units = parseUnits(amount)
  return fixed(units, absolute(units) < ONE ? UNIT_DECIMALS : 4, 'cut')
}

/** What a conversion would give: always 6 decimals. What it gives and takes has 8, as any amount. */
export function formatConverted(amount: Decimal): string {
  return fixed(parseUnits(amount), 6, 'cut')
}

/** Portfolio amounts: 8 decimals below 0.000001, 6 below 0.01, 4 below 1, then 2; nothing has 2. */
export function formatPortfolioAmount(amount: Decimal): string {
  const units = parseUnits(amount)
  return fixed(units, portfolioDecimals(absolute(units)), 'cut')
}

/** A value in dollars, to the cent: "$1,234.56". */
export function formatUsd(value: Decimal): string {
  const text = fixed(parseUnits(value), 2, 'cut')
  return text.startsWith(MINUS) ? `${MINUS}$${text.slice(1)}` : `$${text}`
}

/** A percentage that always carries its sign: "+2.41%", "−0.30%", "0.00%". */
export function formatChange(percent: Decimal): string {
  const units = parseUnits(percent)
  const text = fixed(absolute(units), 2, 'nearest')
  return `${signOf(units)}${text}%`
}

/** A share in percent: "47.3%". */
export function formatPercent(percent: Decimal): string {
  return `${fixed(parseUnits(percent), 1, 'nearest')}%`
}

/** An address by its ends, where there is no room for all of it: "bc1qw5…3f3t4". */
export function shortenAddress(address: string): string {
  return address.length <= 14 ? address : `${address.slice(0, 6)}…${address.slice(-6)}`
}

/** A difference in money that always carries its sign, without trailing zeros: "+0.5", "−12". */
export function formatDifference(amount: Decimal): string {
  const units = parseUnits(amount)
  return `${signOf(units)}${groupDigits(formatUnits(absolute(units)))}`
}

/** A day of the calendar, the same in every time zone: "2025-06-30" is "Jun 30, 2025". */
export function formatDay(day: string): string {
  const [year, month, date] = day.split('-').map(Number)
  return dateOf({ month: monthName((month ?? 1) - 1), day: date ?? 1, year: year ?? 0 })
}

function dateOf(date: { readonly month: string; readonly day: number; readonly year: number }) {
  return t('{month} {day}, {year}', date)
}

/** "Nov" for 10. */
export function monthName(index: number): string {
  return t(MONTHS[index] ?? '')
}

const MONTHS = [
  msg('Jan'),
  msg('Feb'),
  msg('Mar'),
  msg('Apr'),
  msg('May'),
  msg('Jun'),
  msg('Jul'),
  msg('Aug'),
  msg('Sep'),
  msg('Oct'),
  msg('Nov'),
  msg('Dec'),
]

/** The clock to show a time in; default: that of the device. */
type Clock = 'local' | 'UTC'

/** "Nov 21, 2026". */
export function formatDate(instant: Instant, clock?: Clock): string {
  return dateOf(handsOf(instant, clock))
}

/** "Nov 21, 2026, 02:05 PM". */
export function formatDateTime(instant: Instant, clock?: Clock): string {
  const [date, time] = [formatDate(instant, clock), formatTime(instant, clock)]
  return t('{date}, {time}', { date, time })
}

/** "Nov 21, 2026, 02:05 PM UTC": for a text that is sent to people in any time zone. */
export function inUtc(instant: Instant): string {
  return `${formatDateTime(instant, 'UTC').replace(NO_BREAK, ' ')} UTC`
}

const NO_BREAK = '\u00a0'

/** "02:05 PM", which stays on one line; in a language with a 24-hour clock "14:05". */
export function formatTime(instant: Instant, clock?: Clock): string {
  const { hour, minute } = handsOf(instant, clock)
  if (has24HourClock()) return `${twoDigits(hour)}:${minute}`
  const time = `${twoDigits(hour % 12 || 12)}:${minute}`
  return hour < 12 ? t('{time}\u00a0AM', { time }) : t('{time}\u00a0PM', { time })
}

/** Within 24 hours the time, otherwise the date. */
export function formatTimestamp(instant: Instant, nowMs: number, clock?: Clock): string {
  const isOld = Math.abs(nowMs - epochMsOf(instant)) >= DAY_MS
  return isOld ? formatDate(instant, clock) : formatTime(instant, clock)
}

/** "As of 02:05 PM"; older than a day, with its date: "As of Nov 20, 02:05 PM". */
export function formatAge(instant: Instant, nowMs: number, clock?: Clock): string {
  const { month, day } = handsOf(instant, clock)
  const time = formatTime(instant, clock)
  const isOld = nowMs - epochMsOf(instant) >= DAY_MS
  return isOld
    ? t('As of {month} {day}, {time}', { month, day, time })
    : t('As of {time}', { time })
}

/** Time left as m:ss, rounded up so that 0:00 means over. */
export function formatCountdown(leftMs: number): string {
  const seconds = Math.max(0, Math.ceil(leftMs / 1_000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** The size of a file, in the binary steps that the limits are set in: "340 KB", "1.2 MB". */
export function formatBytes(bytes: number): string {
  if (bytes < KB) return `${bytes} B`
  if (bytes < MB) return `${Math.round(bytes / KB)} KB`
  return `${(bytes / MB).toFixed(1).replace('.0', '')} MB`
}

const KB = 1_024
const MB = KB * KB

function portfolioDecimals(size: Units): number {
  // Eight zeros would be the longest figure of a list without any information.
  if (size === 0n) return 2
  if (size < parseUnits('0.000001')) return UNIT_DECIMALS
  if (size < parseUnits('0.01')) return 6
  return size < ONE ? 4 : 2
}

function fixed(units: Units, decimals: number, cut: Cut): string {
  const step = 10n ** BigInt(UNIT_DECIMALS - decimals)
  const size = absolute(units)
  const steps = (cut === 'nearest' ? size + step / 2n : size) / step
  const digits = steps.toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const text = decimals === 0 ? whole : `${whole}.${digits.slice(-decimals)}`
  return `${units < 0n && steps > 0n ? MINUS : ''}${groupDigits(text)}`
}

/** A decimal with all its digits, as it is: only with separators. */
export function groupDigits(text: Decimal): string {
  const [whole = '', fraction] = text.split('.')
  const grouped = inThousands(whole)
  return inDigits(fraction === undefined ? grouped : `${grouped}.${fraction}`)
}

function signOf(units: Units): string {
  if (units === 0n) return ''
  return units < 0n ? MINUS : '+'
}

function absolute(units: Units): Units {
  return units < 0n ? -units : units
}

/**
 * The parts of a clock time. Without `Intl`: creating its first formatter takes a phone longer than
 * drawing a whole list, and these formats do not depend on the language.
 */
function handsOf(instant: Instant, clock: Clock = 'local') {
  const epochMs = epochMsOf(instant)
  const ahead = clock === 'UTC' ? 0 : new Date(epochMs).getTimezoneOffset() * MINUTE_MS
  const at = new Date(epochMs - ahead)
  return {
    year: at.getUTCFullYear(),
    month: monthName(at.getUTCMonth()),
    day: at.getUTCDate(),
    hour: at.getUTCHours(),
    minute: twoDigits(at.getUTCMinutes()),
  }
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}
