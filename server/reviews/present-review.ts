import type { Listed } from '#server/projections/documents.ts'
import type { ReviewItem } from '#server/queries/requests-for-review.ts'
import type { ApprovalStanding } from '#shared/contract/reviews.ts'
import type { TransactionEntry } from '#shared/contract/transactions.ts'
import type { Decimal } from '#shared/money.ts'
import { instantOf } from '#shared/time.ts'
import { type Movement, type ReviewServices, reasonForTwo } from './approvals.ts'
import {
  countingFirst,
  type FirstApproval,
  type MayNeedSecondApproval,
  type ReviewedState,
} from './decide-review.ts'

interface RequestState extends ReviewedState {
  readonly userId: string
  readonly userNo: string
  readonly status: string
  readonly symbol: string
  /** Left out if nothing is sent over a network. */
  readonly network?: string
  readonly amount: Decimal
  readonly submittedAt: string
}

/** The request and its result, as shown to its owner. */
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

/** The additional fields for staff. */
export function presentReview(
  item: ReviewItem<RequestState>,
  how: Pick<Movement, 'flow' | 'isBeingSent'>,
  needs: StandingNeeds,
) {
  const { requester, reviewer, state } = item
  return {
    ...approvalStanding(
      item,
      state.status === 'pending' ? { ways: [[state]], ...how } : null,
      needs,
    ),
    reviewed_by: reviewer,
    users: requester,
  }
}

/** The user shown next to an order or a trade. */
export function presentUserDetails(item: ReviewItem<{ readonly userId: string }>) {
  const { full_name: fullName, ...names } = item.requester
  return { id: item.state.userId, fullName, ...names, phone: item.phone }
}

type StandingNeeds = Pick<
  ReviewServices,
  'config' | 'prices' | 'approvals' | 'staff' | 'staffId' | 'clock'
>

interface MayNeedSecondApprovalOf extends MayNeedSecondApproval {
  readonly userId: string
  readonly userNo: string
}

/** How far an item is between its two approvals. Nothing moves once it is decided. */
export function approvalStanding(
  { state, firstApprover, firstHasLeft }: ReviewItem<MayNeedSecondApprovalOf>,
  moved: Omit<Movement, 'userNo'> | null,
  needs: StandingNeeds,
): ApprovalStanding {
  const { firstApproval, userId, userNo } = state
  if (!moved) {
    const first = firstApproval ? presentFirst(firstApproval, firstApprover) : null
    return { ...standingBefore(null, userId, needs), first_approval: first }
  }
  const first = countingFirst(state, { at: instantOf(needs.clock.now()), firstHasLeft })
  if (first) return presentStanding(state, first, firstApprover, needs)
  return standingBefore({ ...moved, userNo }, userId, needs)
}

/** What an approval of this movement would need if none has been given. */
export function standingBefore(
  movement: Movement | null,
  userId: string,
  needs: StandingNeeds,
): ApprovalStanding {
  const reason = movement && reasonForTwo(needs, movement)
  return {
    needs_second_approval: reason !== null,
    second_approval_reason: reason,
    second_person_missing: reason !== null && lacksAnother(needs.staff, [needs.staffId, userId]),
    first_approval: null,
  }
}

/** The approval state of a request that waits for its second approval. */
export function presentStanding(
  { userId }: { readonly userId: string },
  first: FirstApproval,
  by: string | null,
  { staff }: Pick<StandingNeeds, 'staff'>,
): ApprovalStanding {
  return {
    needs_second_approval: true,
    second_approval_reason: first.reason ?? null,
    second_person_missing: lacksAnother(staff, [first.approvedBy, userId]),
    first_approval: presentFirst(first, by),
  }
}

/** Whether there is no member of staff who could give the second approval. */
export function lacksAnother(staff: readonly string[], barred: readonly string[]): boolean {
  return staff.every((id) => barred.includes(id))
}

function presentFirst(first: FirstApproval, by: string | null) {
  const { approvedBy, approvedAt, notes, value } = first
  return { user_id: approvedBy, by, at: approvedAt, notes, value }
}

type Own = Pick<
  TransactionEntry,
  'type' | 'title' | 'address' | 'status' | 'updated_at' | 'screenshot_url'
> &
  Partial<Pick<TransactionEntry, 'in_review'>>

/** As shown in the transaction history, together with other types. */
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
    in_review: false,
    ...own,
  }
}
