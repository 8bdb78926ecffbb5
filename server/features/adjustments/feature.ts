import { defineFeature } from '#server/feature.ts'
import { proposalDecisions } from '#server/reviews/earlier-proposals.ts'
import { reviewsOf } from '#server/reviews/review-source.ts'
import { waitingAdjustment } from '#shared/contract/adjustments.ts'
import { formatDifference } from '#shared/format.ts'
import { msg } from '#shared/text/t.ts'
import { adjustmentDetails } from './audit-details.ts'
import { adjustments, type Change } from './decider.ts'
import { adjustmentEvents } from './events.ts'
import { presentWaiting, signed } from './present.ts'
import { registerAdjustmentRoutes } from './routes.ts'
import { adjustmentTransactions } from './transactions.ts'

export const adjustmentFeature = defineFeature({
  name: 'adjustments',
  events: adjustmentEvents,
  audit: { area: 'adjustments', label: msg('Adjustments'), details: adjustmentDetails },
  shownToOwner: ['BalanceAdjusted', 'PortfolioAdjusted'],
  aggregate: adjustments,
  live: { action: 'portfolio' },
  routes: registerAdjustmentRoutes,
  transactions: adjustmentTransactions,
  review: reviewsOf(adjustments, {
    subject: waitingAdjustment,
    summarise: ({ proposed, changes, firstApproval, adjustedAt }) => ({
      // Several assets may change at once.
      asset: null,
      amount: null,
      note: noteOf(proposed?.changes ?? changes),
      since: firstApproval?.approvedAt ?? adjustedAt,
    }),
    present: (item, services) => (item.state.proposed ? presentWaiting(item, services) : null),
    // No user waits for the decision.
    decides: {},
    decisions: (id, state) => proposalDecisions(id, state, ({ changes }) => noteOf(changes)),
  }),
  reviewNotification: {
    kind: 'adjustment-review',
    label: msg('Adjustments'),
    hint: msg('One is waiting for its second approval.'),
    texts: {
      AdjustmentProposed: {
        title: msg('Second approval needed'),
        body: msg('An adjustment of a balance is waiting for its second approval.'),
      },
    },
  },
})

function noteOf(changes: readonly Change[]): string {
  return signed(changes)
    .map(({ symbol, amount }) => `${formatDifference(amount)} ${symbol}`)
    .join(', ')
}
