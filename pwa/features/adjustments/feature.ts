import { defineFeature } from '#pwa/feature.ts'

export const adjustments = defineFeature({
  queries: { 'user-management': ['portfolio'] },
  reviewView: async () => (await import('./review-view.tsx')).adjustmentReview,
})
