import { defineFeature } from '#server/feature.ts'
import { readFactorUse } from '#server/identity/factor-use.ts'
import type { ReviewItem } from '#server/queries/requests-for-review.ts'
import type { ReviewServices } from '#server/reviews/approvals.ts'
import type { FirstApproval } from '#server/reviews/decide-review.ts'
import { proposalDecisions } from '#server/reviews/earlier-proposals.ts'
import { presentStanding } from '#server/reviews/present-review.ts'
import { reviewsOf } from '#server/reviews/review-source.ts'
import { type SecondFactorReset, secondFactorReset } from '#shared/contract/second-factor-resets.ts'
import { msg, t } from '#shared/text/t.ts'
import { appliedResets } from './apply.ts'
import { type ResetState, secondFactorResets } from './decider.ts'
import { secondFactorResetEvents } from './events.ts'
import { registerSecondFactorResetRoutes } from './routes.ts'

export const secondFactorResetFeature = defineFeature({
  name: 'second-factor-resets',
  events: secondFactorResetEvents,
  audit: { area: 'second-factor-resets', label: msg('Lost second factors') },
  aggregate: secondFactorResets,
  live: { action: 'user' },
  routes: registerSecondFactorResetRoutes,
  followers: () => [appliedResets],
  review: reviewsOf(secondFactorResets, {
    subject: secondFactorReset,
    summarise: ({ firstApproval, decidedAt }) => ({
      asset: null,
      amount: null,
      note: '',
      since: firstApproval?.approvedAt ?? decidedAt,
    }),
    present: presentReset,
    // Users ask support for it, not the app.
    decides: {},
    decisions: (id, state) => proposalDecisions(id, state),
  }),
  ownerMails: {
    SecondFactorResetRequested: () => ({
      subject: t('Your second factor is about to be reset'),
      text: t(
        'A member of our staff asked to turn your second factor off because someone told us that you lost it. A second member of staff must approve it.',
      ),
    }),
  },
  reviewNotification: {
    kind: 'second-factor-reset-review',
    label: msg('Lost second factors'),
    hint: msg('One is waiting for its second approval.'),
    isAlwaysOn: true,
    texts: {
      SecondFactorResetRequested: {
        title: msg('Second approval needed'),
        body: msg('The reset of a second factor is waiting for its second approval.'),
      },
    },
  },
})

function presentReset(
  item: ReviewItem<ResetState>,
  services: ReviewServices,
): Promise<SecondFactorReset> | null {
  const { firstApproval } = item.state
  return firstApproval ? presentRequested(item, firstApproval, services) : null
}

async function presentRequested(
  { state, requester, firstApprover }: ReviewItem<ResetState>,
  firstApproval: FirstApproval,
  services: ReviewServices,
): Promise<SecondFactorReset> {
  const { userId, reason } = state
  const { isOn, usedAt } = await readFactorUse(services.pool, userId)
  return {
    ...presentStanding(state, firstApproval, firstApprover, services),
    user: { id: userId, ...requester },
    reason,
    requested_at: firstApproval.approvedAt,
    is_on: isOn,
    used_at: usedAt,
  }
}
