import type { ReviewItem } from '#server/queries/requests-for-review.ts'
import type { ReviewServices } from '#server/reviews/approvals.ts'
import { presentStanding } from '#server/reviews/present-review.ts'
import type { WaitingAdjustment } from '#shared/contract/adjustments.ts'
import type { AdjustmentState, Change } from './decider.ts'

/** The amount for each asset; negative if it is taken. */
export function signed(changes: readonly Change[]) {
  return changes.map(({ symbol, direction, amount }) => ({
    symbol,
    amount: direction === 'credit' ? amount : `-${amount}`,
  }))
}

/** A proposal that another member of staff must approve. */
export function presentWaiting(
  item: ReviewItem<AdjustmentState>,
  needs: Pick<ReviewServices, 'staff'>,
): WaitingAdjustment {
  const { state, requester, firstApprover } = item
  const { proposed, firstApproval } = state
  if (!proposed || !firstApproval) throw new Error('an adjustment waits that was never proposed')
  return {
    user: { id: state.userId, ...requester },
    purpose: proposed.purpose,
    changes: signed(proposed.changes),
    reason: proposed.reason,
    ...presentStanding(state, firstApproval, firstApprover, needs),
  }
}
