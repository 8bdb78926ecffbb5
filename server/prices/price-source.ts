import type { Candle } from '#shared/contract/prices.ts'
import type { Decimal } from '#shared/money.ts'
import type { CandleInterval, PriceOrigin } from '#shared/rules/prices.ts'

/**
 * A source's data about one asset, not vetted yet.
 *
 * Units: price, high, low in USDT as the source wrote them; change24h in percent; volume24h in
 * USDT; traded in the asset, since the previous reading.
 */
export interface PriceReading {
  readonly symbol: string
  readonly price: string
  /** The source's own time of the observation (epoch ms). */
  readonly atMs: number
  readonly change24h: Decimal | null
  readonly volume24h: Decimal | null
  readonly traded: Decimal
}

export interface HistoryRequest {
  readonly symbol: string
  readonly interval: CandleInterval
  /** The first opening time, on the interval's grid (epoch ms). */
  readonly fromMs: number
  /** The current time: nothing later may be shown, not even in the open candle. */
  readonly toMs: number
}

/** A source of prices: a market, or a source that is labelled as generated. */
export interface PriceSource {
  readonly name: string
  readonly origin: PriceOrigin
  /** Reads until the signal aborts; must survive every fault of the market. */
  start(onTick: (readings: readonly PriceReading[]) => void, signal: AbortSignal): Promise<void>
  /** Candles from before the server was running; empty if the source has none. May throw. */
  history(request: HistoryRequest): Promise<Candle[]>
}
