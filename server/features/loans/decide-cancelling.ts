import type { Decision } from '#server/events/decider.ts'
import { refuse } from '#shared/refusal.ts'
import type { Instant } from '#shared/time.ts'
import { type LoanState, reviewStatusOf } from './decider.ts'
import type { LoanEvent } from './events.ts'

/**
 * The owner cancels an application that is not decided yet. Neither a review nor the first of two
 * approvals prevents this: no money moves before the last approval.
 *
 * State    pending → cancelled
 * Refuses  item.unknown (also for another user's), loan.not_cancellable: first match wins
 * Source   docs/product.md, Loans
 */
export function cancelLoan(
  state: LoanState,
  facts: { readonly userId: string; readonly at: Instant },
): Decision<LoanEvent> {
  if (state.status === 'none' || state.userId !== facts.userId) return refuse('item.unknown')
  if (state.status !== 'pending') {
    return refuse('loan.not_cancellable', { status: reviewStatusOf(state) })
  }
  return { type: 'LoanCancelled', data: { cancelledAt: facts.at } }
}
