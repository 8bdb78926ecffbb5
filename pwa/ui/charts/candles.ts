import { formatDateTime, formatDay } from '#shared/format.ts'
import type { Decimal } from '#shared/money.ts'
import { instantOf, SECOND_MS } from '#shared/time.ts'

export interface Candle {
  /** Start of the candle, seconds since 1970. */
  time: number
  /** Of a daily candle: its day in UTC, "2026-03-04". Its start is another day west of there. */
  day?: string
  open: Decimal
  high: Decimal
  low: Decimal
  close: Decimal
  volume: Decimal
}

/** Names a candle in a table: by its day, or by when it started. */
export function startText({ day, time }: Candle): string {
  return day === undefined ? formatDateTime(instantOf(time * SECOND_MS)) : formatDay(day)
}

/** The position of an instant, in candles from the first; it may be after the last one. */
export function placeOf(candles: readonly Candle[], time: number): number | undefined {
  const last = candles.length - 1
  const newest = candles[last]
  const first = candles[0]
  if (!newest || !first || last === 0 || time < first.time) return undefined
  if (time >= newest.time) return last + (time - newest.time) / lengthOf(candles)
  const index = candles.findLastIndex((candle) => candle.time <= time)
  const [from, to] = [candles[index], candles[index + 1]]
  return from && to ? index + (time - from.time) / (to.time - from.time) : undefined
}

/**
 * The candles to draw again: those from the previously newest one on. Undefined if earlier candles
 * have changed, so that everything must be drawn again.
 */
export function changedSince(
  before: readonly Candle[],
  after: readonly Candle[],
): readonly Candle[] | undefined {
  const settled = before.length - 1
  const isSame =
    settled >= 0 && before.slice(0, settled).every((candle, at) => candle === after[at])
  const isLater = (after[settled]?.time ?? 0) >= (before[settled]?.time ?? 0)
  return isSame && isLater ? after.slice(settled) : undefined
}

/** The shortest of the last steps, because candles without trades are missing. */
function lengthOf(candles: readonly Candle[]): number {
  const recent = candles.slice(-LENGTHS_SEEN - 1)
  const steps = recent.slice(1).map((candle, index) => candle.time - (recent[index]?.time ?? 0))
  return Math.min(...steps)
}

const LENGTHS_SEEN = 20

export interface PriceLine {
  price: Decimal
  label: string
  tone: 'info' | 'up' | 'down' | 'accent'
}
