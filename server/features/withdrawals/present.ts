import { activeStaffOf } from '#server/facts/staff-roles.ts'
import type { Uploads } from '#server/platform/uploads.ts'
import type { Listed } from '#server/projections/documents.ts'
import { namesOf } from '#server/queries/people.ts'
import type { ReviewItem } from '#server/queries/requests-for-review.ts'
import { freezeInForce } from '#server/queries/user-directory.ts'
import type { ReviewServices } from '#server/reviews/approvals.ts'
import { presentEntry, presentResult, presentReview } from '#server/reviews/present-review.ts'
import type { EntryNeeds } from '#server/reviews/transaction-source.ts'
import type { TransactionEntry } from '#shared/contract/transactions.ts'
import type {
  ReviewedWithdrawal,
  WithdrawalStatus,
  WithdrawRequest,
} from '#shared/contract/withdrawals.ts'
import { msg } from '#shared/text/t.ts'
import { type Instant, instantOf } from '#shared/time.ts'
import { isLeftUndone, payoutBy } from './decide-transfer.ts'
import { isInReview, type WithdrawalState } from './decider.ts'

type Links = Pick<Uploads, 'signedUrl'>

/** A withdraw request as shown to its owner. */
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

/** As shown to reviewers. */
export async function presentReviewedWithdrawals(
  items: readonly ReviewItem<WithdrawalState>[],
  services: ReviewServices,
): Promise<ReviewedWithdrawal[]> {
  const { pool, clock, staffId } = services
  const senders = items.flatMap(({ state }) => state.sending?.startedBy ?? [])
  const [names, active] = await Promise.all([namesOf(pool, senders), activeStaffOf(pool, senders)])
  const reader: Reader = { names, active, me: staffId, at: instantOf(clock.now()) }
  return items.map((item) => ({
    ...presentWithdrawal(item, services.uploads),
    ...presentReview(item, payoutBy(staffId, item.state), services),
    second_factor: item.state.secondFactor,
    withdrawals_frozen_until: freezeInForce(item.frozenUntil, clock.now()),
    sending: sendingOf(item.state, reader),
  }))
}

interface Reader {
  readonly me: string
  readonly at: Instant
  /** The members of staff who send coins: their names, and which of them are active. */
  readonly names: ReadonlyMap<string, string>
  readonly active: ReadonlySet<string>
}

function sendingOf(
  { status, sending }: WithdrawalState,
  { names, active, me, at }: Reader,
): ReviewedWithdrawal['sending'] {
  if (status !== 'pending' || !sending) return null
  const { startedBy: by, startedAt } = sending
  const isMine = by === me
  return {
    user_id: by,
    by: names.get(by) ?? null,
    at: startedAt,
    is_mine: isMine,
    may_record: isMine || isLeftUndone(sending, { at, senderHasLeft: !active.has(by) }),
  }
}

/** As shown in the transaction history, together with deposits. */
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
