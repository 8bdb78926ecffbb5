import type { Uploads } from '#server/platform/uploads.ts'
import type { Listed } from '#server/projections/documents.ts'
import { namesOf } from '#server/projections/people.ts'
import type { ReviewItem } from '#server/projections/requests-for-review.ts'
import { freezeInForce } from '#server/projections/user-directory.ts'
import type { ReviewServices } from '#server/reviews/approvals.ts'
import type { Reviewer } from '#server/reviews/decide-review.ts'
import { presentEntry, presentResult, presentReview } from '#server/reviews/present-review.ts'
import type { EntryNeeds } from '#server/reviews/transaction-source.ts'
import type { TransactionEntry } from '#shared/contract/transactions.ts'
import type {
  ReviewedWithdrawal,
  WithdrawalStatus,
  WithdrawRequest,
} from '#shared/contract/withdrawals.ts'
import { msg } from '#shared/text/t.ts'
import { instantOf } from '#shared/time.ts'
import { mayStop } from './decide-sending.ts'
import { isInReview, type WithdrawalState } from './decider.ts'

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
    ...presentResult(state),
    cancelled_at: state.cancelledAt,
    admin_screenshot_url: screenshotOf(state, links),
  }
}

/** As the review desk reads them. */
export async function presentReviewedWithdrawals(
  items: readonly ReviewItem<WithdrawalState>[],
  services: ReviewServices,
): Promise<ReviewedWithdrawal[]> {
  const senders = items.flatMap(({ state }) => state.sending?.startedBy ?? [])
  const names = await namesOf(services.pool, senders)
  const reader = { reviewerId: services.staffId, at: instantOf(services.clock.now()) }
  return items.map((item) => ({
    ...presentWithdrawal(item, services.uploads),
    ...presentReview(item, 'out', services),
    second_factor: item.state.secondFactor,
    withdrawals_frozen_until: freezeInForce(item.frozenUntil, services.clock.now()),
    sending: sendingOf(item.state, { names, reader }),
  }))
}

function sendingOf(
  { status, sending }: WithdrawalState,
  { names, reader }: { readonly names: ReadonlyMap<string, string>; readonly reader: Reviewer },
): ReviewedWithdrawal['sending'] {
  if (status !== 'pending' || !sending) return null
  const { startedBy: by, startedAt: at } = sending
  return {
    user_id: by,
    by: names.get(by) ?? null,
    at,
    is_mine: by === reader.reviewerId,
    may_stop: mayStop(sending, reader),
  }
}

/** As the transaction history shows it, beside deposits. */
export function presentWithdrawalEntry(
  item: Listed<WithdrawalState>,
  { links, ...facts }: EntryNeeds,
): TransactionEntry {
  const { state } = item
  return presentEntry(item, {
    in_review: isInReview(state, facts),
    type: 'withdraw',
    title: msg('Withdrawal'),
    address: state.walletAddress,
    status: statusOf(state),
    updated_at: state.reviewedAt ?? state.cancelledAt ?? state.submittedAt,
    screenshot_url: screenshotOf(state, links),
  })
}

function screenshotOf({ screenshot }: WithdrawalState, links: Links): string | null {
  return screenshot === null ? null : links.signedUrl(screenshot)
}

function statusOf({ status }: WithdrawalState): WithdrawalStatus {
  if (status === 'none') throw new Error('a withdrawal that was never requested is on a list')
  return status
}
