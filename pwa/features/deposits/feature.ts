import { defineFeature } from '#pwa/feature.ts'
import { msg } from '#shared/text/t.ts'

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
  unsent: {
    'POST /api/deposit-requests': { label: msg('Deposits'), to: '/?open=transaction-history' },
  },
  reviewView: async () => (await import('./review-view.tsx')).depositReview,
})
