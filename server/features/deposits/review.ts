import { findLookAlikes } from '#server/projections/look-alikes.ts'
import { readRequest } from '#server/projections/requests-for-review.ts'
import { onlyDecision, type ReviewSource } from '#server/reviews/review-source.ts'
import { type ReviewedDeposit, reviewedDeposit } from '#shared/contract/deposits.ts'
import { type DepositState, deposits } from './decider.ts'
import { presentReviewedDeposit } from './present.ts'

const { kind } = deposits

/** What deposits give to the review desk, with other people's proofs that look the same. */
export const depositReviews: ReviewSource<DepositState, ReviewedDeposit> = {
  kind,
  subject: reviewedDeposit,
  summarise: ({ symbol, amount, network, submittedAt }) => ({
    asset: symbol,
    amount,
    note: network,
    since: submittedAt,
  }),
  present: async (services, id) => {
    const item = await readRequest<DepositState>(services.pool, kind, id)
    return item && presentReviewedDeposit(item, services)
  },
  decisions: onlyDecision,
  lookAlikes: async ({ pool, uploads }, { id, state }) => {
    const alike = await findLookAlikes<DepositState>(pool, { id, screenshot: state.screenshot })
    return alike.map((each) => ({
      kind,
      id: each.id,
      status: each.status,
      asset: each.state.symbol,
      amount: each.state.amount,
      since: each.state.submittedAt,
      is_same_user: each.isSameUser,
      user: { full_name: each.fullName, email: each.email, display_id: each.displayId },
      is_identical: each.isIdentical,
      distance: each.distance,
      picture_url: uploads.signedUrl(each.state.screenshot),
    }))
  },
}
