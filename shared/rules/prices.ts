import { msg } from '#shared/text/t.ts'
import { MINUTE_MS, SECOND_MS } from '#shared/time.ts'

/** An older price counts as missing: screens say so, and commands that need it are refused. */
export const PRICE_STALE_AFTER_MS = 60 * SECOND_MS

/**
 * A request waits for the next recorded price until it is this old. The response is due after nine
 * seconds at the latest, and must be able to say that no price has arrived.
 */
export const NEXT_PRICE_WITHIN_MS = 6 * SECOND_MS

/** The source name of a stablecoin's price if no source quotes it. */
export const FIXED_SOURCE = 'fixed'

/** Where prices come from; any origin but `live` has a badge on every screen. */
export const PRICE_ORIGINS = ['live', 'simulated', 'replayed'] as const
export type PriceOrigin = (typeof PRICE_ORIGINS)[number]

/** The badge of each origin that is not the live market. */
export const ORIGIN_BADGES: Readonly<Record<Exclude<PriceOrigin, 'live'>, string>> = {
  simulated: msg('Simulated prices'),
  replayed: msg('Replayed prices'),
}

export const CANDLE_INTERVALS = ['1m', '5m', '15m', '1h', '1d'] as const
export type CandleInterval = (typeof CANDLE_INTERVALS)[number]

export const CANDLE_INTERVAL_MS: Readonly<Record<CandleInterval, number>> = {
  '1m': MINUTE_MS,
  '5m': 5 * MINUTE_MS,
  '15m': 15 * MINUTE_MS,
  '1h': 60 * MINUTE_MS,
  '1d': 24 * 60 * MINUTE_MS,
}

export const CANDLES_PER_RESPONSE_DEFAULT = 200
export const CANDLES_PER_RESPONSE_MAX = 500

/** True while a price observed at `atMs` may still be used. */
export function isFresh(atMs: number, nowMs: number): boolean {
  return nowMs - atMs <= PRICE_STALE_AFTER_MS
}
