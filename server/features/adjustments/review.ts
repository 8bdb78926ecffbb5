import { readRequest } from '#server/projections/requests-for-review.ts'
import type { ReviewSource } from '#server/reviews/review-source.ts'
import { type WaitingAdjustment, waitingAdjustment } from '#shared/contract/adjustments.ts'
import { formatDifference } from '#shared/format.ts'
import { type AdjustmentState, adjustments } from './decider.ts'
import { presentWaiting, signed } from './present.ts'

const { kind } = adjustments

/** What adjustments give to the review desk: one that is proposed waits for a second person. */
export const adjustmentReviews: ReviewSource<AdjustmentState, WaitingAdjustment> = {
  kind,
  subject: waitingAdjustment,
  summarise: ({ proposed, changes, firstApproval, adjustedAt }) => ({
    // Several assets may change at once, so that none is the one.
    asset: null,
    amount: null,
    note: signed(proposed?.changes ?? changes)
      .map(({ symbol, amount }) => `${formatDifference(amount)} ${symbol}`)
      .join(', '),
    since: firstApproval?.approvedAt ?? adjustedAt,
  }),
  present: async ({ pool }, id) => {
    const item = await readRequest<AdjustmentState>(pool, kind, id)
    return item && (item.state.proposed ? presentWaiting(item) : null)
  },
  decisions: (id, { adjustedAt, adjustedBy, reason }) =>
    adjustedAt === ''
      ? []
      : [
          {
            id,
            outcome: 'applied',
            at: adjustedAt,
            reviewerId: adjustedBy,
            reason,
            notes: null,
          },
        ],
}
