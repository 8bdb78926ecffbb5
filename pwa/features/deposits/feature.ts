import { defineFeature } from '#pwa/feature.ts'

export const deposits = defineFeature({
  dialogs: {
    deposit: {
      load: async () => (await import('./deposit-dialog.tsx')).DepositDialog,
      readsAhead: true,
    },
  },
  queries: {
    'deposit-requests': ['transactions', 'deposit'],
    transactions: ['deposit'],
    'user-history': ['deposit'],
    reviews: ['deposit'],
  },
  reviewView: async () => (await import('./review-view.tsx')).depositReview,
})
