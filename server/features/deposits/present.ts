import type { Uploads } from '#server/platform/uploads.ts'
import type { Listed } from '#server/projections/documents.ts'
import type { ReviewItem } from '#server/projections/requests-for-review.ts'
import type { DepositRequest, RequestStatus, ReviewedDeposit } from '#shared/contract/deposits.ts'
import type { TransactionEntry } from '#shared/contract/transactions.ts'
import type { DepositState } from './decider.ts'

type Links = Pick<Uploads, 'signedUrl'>

/** A deposit request as its owner reads it. */
export function presentDeposit({ id, state }: Listed<DepositState>, links: Links): DepositRequest {
  return {
    id,
    user_id: state.userId,
    symbol: state.symbol,
    network: state.network,
    amount: state.amount,
    status: statusOf(state),
    submitted_at: state.submittedAt,
    reviewed_at: state.reviewedAt,
    admin_notes: state.adminNotes,
    rejection_reason: state.rejectionReason,
    require_reverification: state.requireReverification,
    screenshot_url: links.signedUrl(state.screenshot),
    is_new: state.isNew,
    hidden_for_user: state.hiddenForUser,
    address: state.address,
    address_version: state.addressVersion,
  }
}

/** As the review desk reads it. */
export function presentReviewedDeposit(
  item: ReviewItem<DepositState>,
  links: Links,
): ReviewedDeposit {
  const { fullName, email, displayId } = item.requester
  return {
    ...presentDeposit(item, links),
    reviewed_by: item.reviewer,
    address_outdated: item.state.addressOutdated,
    users: { full_name: fullName, email, display_id: displayId },
  }
}

/** As the transaction history shows it, beside withdrawals. */
export function presentDepositEntry(
  { id, state }: Listed<DepositState>,
  links: Links,
): TransactionEntry {
  return {
    id,
    type: 'deposit',
    symbol: state.symbol,
    network: state.network,
    address: state.address,
    amount: state.amount,
    status: statusOf(state),
    created_at: state.submittedAt,
    updated_at: state.reviewedAt ?? state.submittedAt,
    admin_notes: state.adminNotes,
    reason: state.rejectionReason,
    require_reverification: state.requireReverification,
    screenshot_url: links.signedUrl(state.screenshot),
    isNew: state.isNew,
    archived: state.hiddenForUser,
  }
}

function statusOf({ status }: DepositState): RequestStatus {
  if (status === 'none') throw new Error('a deposit that was never requested is on a list')
  return status
}
