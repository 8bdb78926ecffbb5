import { readRequest } from '#server/projections/requests-for-review.ts'
import { onlyDecision, type ReviewSource } from '#server/reviews/review-source.ts'
import { type ReviewedWithdrawal, reviewedWithdrawal } from '#shared/contract/withdrawals.ts'
import { type WithdrawalState, withdrawals } from './decider.ts'
import { presentReviewedWithdrawal } from './present.ts'

const { kind } = withdrawals

/** What withdrawals give to the review desk. */
export const withdrawalReviews: ReviewSource<WithdrawalState, ReviewedWithdrawal> = {
  kind,
  subject: reviewedWithdrawal,
  summarise: ({ symbol, amount, network, submittedAt }) => ({
    asset: symbol,
    amount,
    note: network,
    since: submittedAt,
  }),
  present: async (services, id) => {
    const item = await readRequest<WithdrawalState>(services.pool, kind, id)
    return item && presentReviewedWithdrawal(item, services)
  },
  decisions: onlyDecision,
}
