import { assetOf } from '#shared/assets.ts'
import type { Decimal } from '#shared/money.ts'
import { type Instant, instantOf } from '#shared/time.ts'
import { FIXED_SOURCE } from './price-source.ts'

/** A recorded price: what an event stores as the price that it was decided on. */
export interface Tick {
  readonly id: string
  readonly symbol: string
  readonly source: string
  readonly price: Decimal
  /** When this platform recorded it: ticks of a symbol never arrive behind a later one. */
  readonly at: Instant
}

/** A tick with what the market list shows beside it. */
export interface QuotedTick extends Tick {
  /** Grows from tick to tick, over all symbols. */
  readonly position: bigint
  /** When the source observed it; the age of a price counts from here. */
  readonly observedMs: number
  readonly change24h: Decimal | null
  readonly volume24h: Decimal | null
}

const FIXED_ID_PREFIX = '00000000-0000-7000-8000-'

/** A stablecoin is always 1 and always current; its tick's id names the asset. */
export function fixedTick(symbol: string, nowMs: number): Tick {
  const id = `${FIXED_ID_PREFIX}${String(assetOf(symbol).number).padStart(12, '0')}`
  return { id, symbol, source: FIXED_SOURCE, price: '1', at: instantOf(nowMs) }
}
