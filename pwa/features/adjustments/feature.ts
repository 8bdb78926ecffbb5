import { defineFeature } from '#pwa/feature.ts'

export const adjustments = defineFeature({
  queries: { adjustments: ['portfolio'] },
  reviewView: async () => (await import('./review-view.tsx')).adjustmentReview,
})
