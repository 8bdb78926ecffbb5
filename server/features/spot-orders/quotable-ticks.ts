import { type RecordedTick, recordedTick } from '#server/events/event-definition.ts'
import type { Clock } from '#server/platform/clock.ts'
import { QUOTE_AGE_MS_MAX } from '#shared/rules/spot-orders.ts'

type FedTick = RecordedTick & { readonly symbol: string }

/** What this needs of the prices: the live one, and a callback for each new one. */
interface TickFeed {
  current(symbol: string): FedTick | undefined
  onTick(listener: (tick: FedTick) => void): unknown
  /** Called when the ticks so far may be missing from the record. */
  onForget?(listener: () => void): unknown
}

export interface QuotableTicks {
  current(symbol: string): RecordedTick | undefined
  /** Ticks that were current within the last 10 s, newest first. */
  quotable(symbol: string): readonly RecordedTick[]
}

interface Superseded {
  readonly tick: RecordedTick
  readonly untilMs: number
}

/**
 * Stores the prices that users may have seen just before, so that an order is not refused because
 * of a new tick between seeing the price and placing the order.
 *
 * Units    a tick stays quotable for QUOTE_AGE_MS_MAX after it was replaced by the next one
 * Source   docs/product.md, Spot orders
 */
export function quotableTicks(feed: TickFeed, clock: Clock): QuotableTicks {
  const newest = new Map<string, RecordedTick>()
  const replaced = new Map<string, Superseded[]>()

  const recent = (symbol: string): Superseded[] => {
    const oldestMs = clock.now() - QUOTE_AGE_MS_MAX
    return (replaced.get(symbol) ?? []).filter(({ untilMs }) => untilMs >= oldestMs)
  }

  feed.onTick((tick) => {
    const previous = newest.get(tick.symbol)
    newest.set(tick.symbol, recordedTick(tick))
    if (!previous) return
    replaced.set(tick.symbol, [{ tick: previous, untilMs: clock.now() }, ...recent(tick.symbol)])
  })

  feed.onForget?.(() => {
    newest.clear()
    replaced.clear()
  })

  const current = (symbol: string): RecordedTick | undefined => {
    const tick = feed.current(symbol)
    return tick && recordedTick(tick)
  }
  return {
    current,
    quotable: (symbol) => {
      const live = current(symbol)
      return live ? [live, ...recent(symbol).map(({ tick }) => tick)] : []
    },
  }
}
