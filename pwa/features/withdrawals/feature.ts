import { defineFeature } from '#pwa/feature.ts'
import { msg } from '#shared/text/t.ts'

export const withdrawals = defineFeature({
  dialogs: {
    withdraw: { load: async () => (await import('./withdraw-flow.tsx')).WithdrawFlow },
  },
  queries: {
    'withdraw-requests': ['transactions', 'withdraw', 'user', 'password', 'review_claim'],
    'saved-addresses': ['transactions', 'withdraw', 'user', 'password'],
    portfolio: ['withdraw'],
    transactions: ['withdraw', 'review_claim'],
    'user-history': ['withdraw'],
    reviews: ['withdraw'],
  },
  holds: { withdrawal: { label: msg('Withdrawal'), to: '/?open=transaction-history' } },
  reviewView: async () => (await import('./review-view.tsx')).withdrawalReview,
})
