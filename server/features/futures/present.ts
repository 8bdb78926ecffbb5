import { recordedTick } from '#server/events/event-definition.ts'
import type { Listed } from '#server/projections/documents.ts'
import type { ReviewItem } from '#server/projections/requests-for-review.ts'
import { presentUserDetails } from '#server/reviews/present-review.ts'
import type { Services } from '#server/services.ts'
import type {
  AdminFuturesTrade,
  FuturesTrade,
  RecordedFuturesTick,
} from '#shared/contract/futures.ts'
import { pricedAssetOf, SETTLEMENT_WINDOW_MS, VOID_REASONS } from '#shared/rules/futures.ts'
import { epochMsOf, SECOND_MS } from '#shared/time.ts'
import type { FuturesState } from './decider.ts'

/** The status words of the contract, and those of the log. */
export const STATUS_OF = { pending: 'active', completed: 'completed', rejected: 'voided' } as const

const WORD_OF = { active: 'pending', completed: 'completed', voided: 'rejected' } as const

/** A trade as its owner reads it. */
export function presentFutures({ id, state }: Listed<FuturesState>, nowMs: number): FuturesTrade {
  const { status, entry, settlement, voidReason } = state
  if (status === 'none' || !entry) throw new Error('a trade that was never opened is on a list')
  return {
    id,
    user_id: state.userId,
    symbol: state.symbol,
    side: state.side,
    amount: state.stake.amount,
    duration: state.durationSeconds,
    profit_ratio: state.profitRatio,
    entry_price: entry.price,
    exit_price: settlement?.price ?? null,
    created_at: state.openedAt,
    expires_at: state.endsAt,
    remaining_ms: Math.max(0, epochMsOf(state.endsAt) - nowMs),
    status: WORD_OF[status],
    result: state.result,
    final_amount: state.finalAmount,
    profit_loss: state.profitLoss,
    settled_at: state.settledAt,
    entry_tick: entry,
    settlement_tick: settlement,
    void_reason: voidReason && VOID_REASONS[voidReason],
    archived: state.hiddenForUser,
  }
}

/** As staff see it. */
export function presentAdminFutures(
  item: ReviewItem<FuturesState>,
  nowMs: number,
): AdminFuturesTrade {
  return { ...presentFutures(item, nowMs), userDetails: presentUserDetails(item) }
}

/** How much of the time before the end is shown, so that one sees where the price went. */
const SHOWN_BEFORE_MS = 30 * SECOND_MS

/**
 * The recorded ticks from which anyone can check how a trade ended, in recorded order: its own, and
 * those around its end up to the one that decided. The others exist only as long as ticks are kept.
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
  const shown = end < 0 ? ticks : ticks.slice(0, end + 1)
  return shown.map((tick) => ({ ...recordedTick(tick), position: String(tick.position) }))
}
