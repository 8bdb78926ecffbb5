import { defineFeature } from '#server/feature.ts'
import { hideEntry } from '#server/reviews/decide-hiding.ts'
import { historyOf } from '#server/reviews/history-source.ts'
import { transactionsOf } from '#server/reviews/transaction-source.ts'
import { acknowledgeDeposit, deposits } from './decider.ts'
import { depositEvents } from './events.ts'
import { presentDepositEntry } from './present.ts'
import { depositReviews } from './review.ts'
import { registerDepositRoutes } from './routes.ts'

export const depositFeature = defineFeature({
  name: 'deposits',
  events: depositEvents,
  audit: { area: 'deposits', label: 'Deposits' },
  aggregate: deposits,
  live: { action: 'deposit' },
  routes: registerDepositRoutes,
  review: depositReviews,
  reviewNotification: {
    kind: 'deposit-review',
    label: 'Deposit requests',
    hint: 'One waits for review.',
    texts: {
      DepositRequested: { title: 'New deposit request', body: 'A deposit waits for review.' },
    },
  },
  notifications: [
    {
      kind: 'deposit',
      to: 'owner',
      label: 'Deposits',
      hint: 'Approved or rejected.',
      url: '/?open=transaction-history',
      texts: {
        DepositApproved: { title: 'Deposit approved', body: 'Your deposit has been credited.' },
        DepositRejected: {
          title: 'Deposit rejected',
          body: 'Your deposit was not accepted. See the reason.',
        },
      },
    },
  ],
  history: historyOf(deposits, {
    type: 'deposit',
    list: 'transactions',
    over: ['approved', 'rejected'],
    entry: ({ amount, symbol, submittedAt }) => ({
      title: 'Deposit',
      amount,
      symbol,
      created_at: submittedAt,
    }),
    hide: hideEntry,
  }),
  transactions: transactionsOf(deposits, {
    type: 'deposit',
    present: presentDepositEntry,
    acknowledge: acknowledgeDeposit,
  }),
})
