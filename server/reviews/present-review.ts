import type { Listed } from '#server/projections/documents.ts'
import type { ReviewItem } from '#server/projections/requests-for-review.ts'
import type { ApprovalStanding } from '#shared/contract/reviews.ts'
import type { TransactionEntry } from '#shared/contract/transactions.ts'
import type { Decimal } from '#shared/money.ts'
import { asksForTwo, type ValueNeeds, type Ways } from './approvals.ts'
import type { FirstApproval, ReviewedState, TwicePerhaps } from './decide-review.ts'

interface RequestState extends ReviewedState {
  readonly status: string
  readonly symbol: string
  /** Left out if nothing leaves over a network. */
  readonly network?: string
  readonly amount: Decimal
  readonly submittedAt: string
}

/** What the owner reads of the request and its result. */
export function presentResult(state: RequestState) {
  return {
    submitted_at: state.submittedAt,
    reviewed_at: state.reviewedAt,
    admin_notes: state.adminNotes,
    rejection_reason: state.rejectionReason,
    require_reverification: state.requireReverification,
    is_new: state.isNew,
    hidden_for_user: state.hiddenForUser,
  }
}

/** What staff read beside that. */
export function presentReview(item: ReviewItem<RequestState>, needs: ValueNeeds) {
  const { requester, reviewer, state } = item
  const isWaiting = state.status === 'pending'
  return {
    ...approvalStanding(item, isWaiting ? [[state]] : [], needs),
    reviewed_by: reviewer,
    users: requester,
  }
}

/** The user beside an order or a trade. */
export function presentUserDetails(item: ReviewItem<{ readonly userId: string }>) {
  const { full_name: fullName, ...names } = item.requester
  return { id: item.state.userId, fullName, ...names, phone: item.phone }
}

/** Where an item stands between its two approvals. `ways` is empty once it is decided. */
export function approvalStanding(
  { state, firstApprover }: ReviewItem<TwicePerhaps>,
  ways: Ways,
  needs: ValueNeeds,
): ApprovalStanding {
  const { firstApproval } = state
  if (ways.length > 0 && firstApproval) return presentStanding(firstApproval, firstApprover)
  return {
    needs_second_approval: ways.length > 0 && asksForTwo(needs, ways),
    first_approval: firstApproval ? presentFirst(firstApproval, firstApprover) : null,
  }
}

/** Of what waits for its second approval. */
export function presentStanding(first: FirstApproval, by: string | null): ApprovalStanding {
  return { needs_second_approval: true, first_approval: presentFirst(first, by) }
}

function presentFirst(first: FirstApproval, by: string | null) {
  const { approvedBy, approvedAt, notes, value } = first
  return { user_id: approvedBy, by, at: approvedAt, notes, value }
}

type Own = Pick<
  TransactionEntry,
  'type' | 'title' | 'address' | 'status' | 'updated_at' | 'screenshot_url'
>

/** As the transaction history shows it, beside others. */
export function presentEntry({ id, state }: Listed<RequestState>, own: Own): TransactionEntry {
  return {
    id,
    symbol: state.symbol,
    network: state.network ?? '',
    amount: state.amount,
    created_at: state.submittedAt,
    admin_notes: state.adminNotes,
    reason: state.rejectionReason,
    require_reverification: state.requireReverification,
    isNew: state.isNew,
    archived: state.hiddenForUser,
    ...own,
  }
}
