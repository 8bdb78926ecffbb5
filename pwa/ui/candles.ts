import type { Decimal } from '#shared/money.ts'

export interface Candle {
  /** Start of the candle, seconds since 1970. */
  time: number
  open: Decimal
  high: Decimal
  low: Decimal
  close: Decimal
  volume: Decimal
}

/**
 * Where an instant lies among the candles, counted from the first: between two of them, or after
 * the last one, where there is none yet.
 */
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

/** A market that stood still leaves candles out: the shortest of the last steps is a candle's. */
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
