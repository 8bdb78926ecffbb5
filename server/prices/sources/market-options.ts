import type { Clock } from '#server/platform/clock.ts'
import { ASSETS, isStablecoin } from '#shared/assets.ts'
import type { FaultReport } from './source-fault.ts'

/** What the adapters of real markets share; tests point them at a loopback server. */
export interface MarketOptions {
  readonly clock: Clock
  readonly report: FaultReport
  readonly restUrl?: string
  readonly streamUrl?: string
  readonly pollMs?: number
  readonly timeoutMs?: number
  readonly silenceMs?: number
  readonly backoffMs?: readonly number[]
}

/** The assets that have a market; stablecoins are 1 by definition. */
export const MARKET_SYMBOLS: readonly string[] = ASSETS.map(({ symbol }) => symbol).filter(
  (symbol) => !isStablecoin(symbol),
)
