import { defineFeature } from '#pwa/feature.ts'

export const secondFactorResets = defineFeature({
  queries: { reviews: ['user'] },
  reviewView: async () => (await import('./review-view.tsx')).secondFactorResetReview,
})
