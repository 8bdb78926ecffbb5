import { findAsset, PRICE_UNIT } from '#shared/assets.ts'
import { type Decimal, formatUnits, parseUnits, type Units } from '#shared/money.ts'
import { PRICE_STALE_AFTER_MS } from '#shared/rules/prices.ts'
import { decimalOf } from './exact-decimal.ts'
import type { PriceReading } from './price-source.ts'

/** A change of more than this percentage from the last price is a spike, and must be confirmed. */
export const SPIKE_PERCENT = 10n

/** A second reading confirms a spike if it differs from it by at most this percentage. */
export const CONFIRM_PERCENT = 2n

/** How far ahead of our clock a source's clock may be. */
export const AHEAD_MS_MAX = 10_000

export type ReadingFault =
  | 'not_listed'
  | 'malformed'
  | 'not_positive'
  | 'stale'
  | 'ahead_of_time'
  | 'reordered'
  | 'repeated'
  | 'spike'

/** The state of one asset between readings. */
export interface VettingState {
  readonly last?: { readonly price: Units; readonly atMs: number }
  /** A spike that is waiting for confirmation. */
  readonly held?: { readonly price: Units; readonly atMs: number }
}

export type Verdict =
  | { readonly use: Decimal; readonly state: VettingState }
  | { readonly fault: ReadingFault; readonly state: VettingState }

/**
 * Checks a reading against the asset's last one, so that only plausible prices are used.
 *
 * State    last used reading, and an unconfirmed spike
 * Refuses  not_listed, malformed, not_positive, stale, ahead_of_time, reordered, repeated, spike:
 * first match wins. A spike is used once a second, later reading confirms it.
 */
export function vet(state: VettingState, reading: PriceReading, nowMs: number): Verdict {
  const fault = faultOf(state, reading, nowMs)
  if (fault) return { fault, state }
  const seen = { price: parseUnits(decimalOf(reading.price) as Decimal), atMs: reading.atMs }
  const { last, held } = state
  if (last && isApart(seen.price, last.price, SPIKE_PERCENT) && !confirms(seen, held)) {
    return { fault: 'spike', state: { last, held: seen } }
  }
  return { use: formatUnits(seen.price), state: { last: seen } }
}

function faultOf(
  { last, held }: VettingState,
  { symbol, price, atMs }: PriceReading,
  nowMs: number,
): ReadingFault | undefined {
  if (!findAsset(symbol) || symbol === PRICE_UNIT) return 'not_listed'
  const decimal = decimalOf(price)
  if (decimal === undefined) return 'malformed'
  const units = parseUnits(decimal)
  if (units <= 0n) return 'not_positive'
  if (nowMs - atMs > PRICE_STALE_AFTER_MS) return 'stale'
  if (atMs - nowMs > AHEAD_MS_MAX) return 'ahead_of_time'
  const newestMs = Math.max(last?.atMs ?? 0, held?.atMs ?? 0)
  if (atMs < newestMs) return 'reordered'
  // A repeated observation confirms nothing, and must not appear newer than it is.
  if (atMs === last?.atMs && units === last.price) return 'repeated'
  if (atMs === held?.atMs && units === held.price) return 'repeated'
  return undefined
}

function confirms(seen: { price: Units; atMs: number }, held: VettingState['held']): boolean {
  if (!held || seen.atMs <= held.atMs) return false
  return !isApart(seen.price, held.price, CONFIRM_PERCENT)
}

function isApart(price: Units, from: Units, percent: bigint): boolean {
  const distance = price > from ? price - from : from - price
  return distance * 100n > from * percent
}
