import { pause } from '#server/events/pause.ts'
import type { Clock } from '#server/platform/clock.ts'
import { ASSETS, PRICE_UNIT } from '#shared/assets.ts'

/** Shared code of the adapters of real markets; tests point them at a loopback server. */
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

/** The assets that may have a market: all except the one in which prices are quoted. */
export const MARKET_SYMBOLS: readonly string[] = ASSETS.map(({ symbol }) => symbol).filter(
  (symbol) => symbol !== PRICE_UNIT,
)

/**
 * The market failed. The failure is counted and the request retried; it never appears as a price.
 */
export class SourceFault extends Error {
  override readonly name = 'SourceFault'
  readonly retryAfterMs: number

  constructor(message: string, retryAfterMs = 0) {
    super(message)
    this.retryAfterMs = retryAfterMs
  }
}

/** Called with the faults that a source survives. */
export type FaultReport = (fault: unknown) => void

/**
 * Calls `ask` every `everyMs` until the signal aborts; after a fault, at least `retryAfterMs`
 * later.
 */
export async function poll(
  everyMs: number,
  ask: () => Promise<void>,
  { signal, report }: { signal: AbortSignal; report: FaultReport },
): Promise<void> {
  while (!signal.aborted) {
    let waitMs = everyMs
    try {
      await ask()
    } catch (error) {
      if (signal.aborted) return
      report(error)
      if (error instanceof SourceFault) waitMs = Math.max(waitMs, error.retryAfterMs)
    }
    await pause(waitMs, signal)
  }
}
