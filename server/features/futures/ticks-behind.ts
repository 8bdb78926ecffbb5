import type { Services } from '#server/services.ts'
import type { RecordedFuturesTick } from '#shared/contract/futures.ts'
import { pricedAssetOf, SETTLEMENT_WINDOW_MS } from '#shared/rules/futures.ts'
import { epochMsOf, SECOND_MS } from '#shared/time.ts'
import type { FuturesState } from './decider.ts'

/** How much of what came before the end is shown, so that one sees where the price went. */
const SHOWN_BEFORE_MS = 30 * SECOND_MS

/**
 * The recorded ticks from which anybody can find out again how a trade ended, in recorded order:
 * its own, and those around its end up to the one that decided. Others than its own are there for as
 * long as ticks are.
 */
export async function ticksBehind(
  prices: Services['prices'],
  { symbol, entry, before, settlement, after, endsAt }: FuturesState,
): Promise<RecordedFuturesTick[]> {
  if (!entry) return []
  const last = settlement ?? after
  const endsMs = epochMsOf(endsAt)
  const ticks = await prices.ticksBetween(pricedAssetOf(symbol), entry.source, {
    fromMs: endsMs - SHOWN_BEFORE_MS,
    toMs: last ? epochMsOf(last.at) : endsMs + SETTLEMENT_WINDOW_MS,
    and: [entry, before, last].flatMap((tick) => (tick ? [tick.id] : [])),
  })
  const end = ticks.findIndex(({ id }) => id === last?.id)
  return (end < 0 ? ticks : ticks.slice(0, end + 1)).map(({ id, source, price, at, position }) => ({
    id,
    source,
    price,
    at,
    position: String(position),
  }))
}
