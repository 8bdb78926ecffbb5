import { defineFeature } from '#server/feature.ts'
import { adjustments } from './decider.ts'
import { adjustmentEvents } from './events.ts'
import { adjustmentReviews } from './review.ts'
import { registerAdjustmentRoutes } from './routes.ts'

export const adjustmentFeature = defineFeature({
  name: 'adjustments',
  events: adjustmentEvents,
  audit: { area: 'adjustments', label: 'Adjustments' },
  aggregate: adjustments,
  live: { action: 'portfolio' },
  routes: registerAdjustmentRoutes,
  review: adjustmentReviews,
  reviewNotification: {
    kind: 'adjustment-review',
    label: 'Adjustments',
    hint: 'One awaits its second approval.',
    texts: {
      AdjustmentProposed: {
        title: 'Second approval needed',
        body: 'An adjustment of a balance awaits its second approval.',
      },
    },
  },
})
