import type { Listed } from '#server/projections/documents.ts'
import type { ReviewItem } from '#server/projections/requests-for-review.ts'
import type { AdminFuturesTrade, FuturesTrade } from '#shared/contract/futures.ts'
import { VOID_REASONS } from '#shared/rules/futures.ts'
import { epochMsOf } from '#shared/time.ts'
import type { FuturesState } from './decider.ts'

/** The status words of the contract, and those under which trades stand in the log. */
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
  const { fullName, email, phone, displayId } = item.requester
  return {
    ...presentFutures(item, nowMs),
    userDetails: { id: item.state.userId, fullName, email, phone, display_id: displayId },
  }
}
