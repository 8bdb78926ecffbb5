import type { Uploads } from '#server/platform/uploads.ts'
import type { Listed } from '#server/projections/documents.ts'
import type { ReviewItem } from '#server/queries/requests-for-review.ts'
import type { ReviewServices } from '#server/reviews/approvals.ts'
import { presentEntry, presentResult, presentReview } from '#server/reviews/present-review.ts'
import type { EntryNeeds } from '#server/reviews/transaction-source.ts'
import type { DepositRequest, ReviewedDeposit } from '#shared/contract/deposits.ts'
import type { UserNames } from '#shared/contract/fields.ts'
import type { RequestStatus } from '#shared/contract/reviews.ts'
import type { TransactionEntry } from '#shared/contract/transactions.ts'
import { msg } from '#shared/text/t.ts'
import { type DepositState, deposits } from './decider.ts'

interface Owned {
  readonly user: UserNames
}

type Links = Pick<Uploads, 'signedUrl'>

/** A deposit request as shown to its owner. */
export function presentDeposit({ id, state }: Listed<DepositState>, links: Links): DepositRequest {
  return {
    id,
    user_id: state.userId,
    symbol: state.symbol,
    network: state.network,
    amount: state.amount,
    status: statusOf(state),
    ...presentResult(state),
    screenshot_url: links.signedUrl(state.screenshot),
    address: state.address,
    address_version: state.addressVersion,
  }
}

/** As shown to reviewers. */
export function presentReviewedDeposit(
  item: ReviewItem<DepositState>,
  services: ReviewServices,
): ReviewedDeposit {
  return {
    ...presentDeposit(item, services.uploads),
    ...presentReview(item, { flow: 'in' }, services),
    address_outdated: item.state.addressOutdated,
  }
}

/** As shown beside another one that it is compared with. */
export function presentComparedDeposit<T extends Listed<DepositState> & Owned>({
  state,
  ...each
}: T) {
  return {
    ...each,
    user: { ...each.user, id: each.user.email ? state.userId : null },
    kind: deposits.kind,
    asset: state.symbol,
    amount: state.amount,
    since: state.submittedAt,
  }
}

/** As shown in the transaction history, together with withdrawals. */
export function presentDepositEntry(
  item: Listed<DepositState>,
  { links }: EntryNeeds,
): TransactionEntry {
  const { state } = item
  return presentEntry(item, {
    type: 'deposit',
    title: msg('Deposit'),
    address: state.address,
    status: statusOf(state),
    updated_at: state.reviewedAt ?? state.submittedAt,
    screenshot_url: links.signedUrl(state.screenshot),
  })
}

function statusOf({ status }: DepositState): RequestStatus {
  if (status === 'none') throw new Error('a deposit that was never requested is on a list')
  return status
}
