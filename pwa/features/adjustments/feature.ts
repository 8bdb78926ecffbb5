import { defineFeature } from '#pwa/feature.ts'

export const adjustments = defineFeature({
  queries: { 'user-management': ['portfolio'], reviews: ['portfolio'] },
  reviewView: async () => (await import('./review-view.tsx')).adjustmentReview,
})
