import { defineFeature } from '#pwa/feature.ts'
import { msg } from '#shared/text/t.ts'

const WITHDRAWALS = { label: msg('Withdrawals'), to: '/?open=transaction-history' }
const ADDRESSES = { label: msg('Saved addresses'), to: '/?open=withdraw' }

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
  unsent: {
    'POST /api/withdraw-requests': WITHDRAWALS,
    'PUT /api/withdraw-requests/:id/cancel': WITHDRAWALS,
    'POST /api/saved-addresses': ADDRESSES,
    'PUT /api/saved-addresses/:id': ADDRESSES,
    'DELETE /api/saved-addresses/:id': ADDRESSES,
  },
  holds: { withdrawal: { label: msg('Withdrawal'), to: '/?open=transaction-history' } },
  reviewView: async () => (await import('./review-view.tsx')).withdrawalReview,
})
