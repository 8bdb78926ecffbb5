import type { Uploads } from '#server/platform/uploads.ts'
import type { Listed } from '#server/projections/documents.ts'
import type { ReviewItem } from '#server/projections/requests-for-review.ts'
import type { TransactionEntry } from '#shared/contract/transactions.ts'
import type {
  ReviewedWithdrawal,
  WithdrawalStatus,
  WithdrawRequest,
} from '#shared/contract/withdrawals.ts'
import type { WithdrawalState } from './decider.ts'

type Links = Pick<Uploads, 'signedUrl'>

/** A withdraw request as its owner reads it. */
export function presentWithdrawal(
  { id, state }: Listed<WithdrawalState>,
  links: Links,
): WithdrawRequest {
  return {
    id,
    user_id: state.userId,
    symbol: state.symbol,
    network: state.network,
    amount: state.amount,
    wallet_address: state.walletAddress,
    status: statusOf(state),
    submitted_at: state.submittedAt,
    reviewed_at: state.reviewedAt,
    cancelled_at: state.cancelledAt,
    admin_notes: state.adminNotes,
    rejection_reason: state.rejectionReason,
    require_reverification: state.requireReverification,
    admin_screenshot_url: screenshotOf(state, links),
    is_new: state.isNew,
    hidden_for_user: state.hiddenForUser,
  }
}

/** As the review desk reads it. */
export function presentReviewedWithdrawal(
  item: ReviewItem<WithdrawalState>,
  links: Links,
): ReviewedWithdrawal {
  const { fullName, email, displayId } = item.requester
  return {
    ...presentWithdrawal(item, links),
    reviewed_by: item.reviewer,
    second_factor: item.state.secondFactor,
    users: { full_name: fullName, email, display_id: displayId },
  }
}

/** As the transaction history shows it, beside deposits. */
export function presentWithdrawalEntry(
  { id, state }: Listed<WithdrawalState>,
  links: Links,
): TransactionEntry {
  return {
    id,
    type: 'withdraw',
    symbol: state.symbol,
    network: state.network,
    address: state.walletAddress,
    amount: state.amount,
    status: statusOf(state),
    created_at: state.submittedAt,
    updated_at: state.reviewedAt ?? state.cancelledAt ?? state.submittedAt,
    admin_notes: state.adminNotes,
    reason: state.rejectionReason,
    require_reverification: state.requireReverification,
    screenshot_url: screenshotOf(state, links),
    isNew: state.isNew,
    archived: state.hiddenForUser,
  }
}

function screenshotOf({ screenshot }: WithdrawalState, links: Links): string | null {
  return screenshot === null ? null : links.signedUrl(screenshot)
}

function statusOf({ status }: WithdrawalState): WithdrawalStatus {
  if (status === 'none') throw new Error('a withdrawal that was never requested is on a list')
  return status
}
