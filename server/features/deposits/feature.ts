import { defineFeature } from '#server/feature.ts'
import { findLookAlikes } from '#server/queries/look-alikes.ts'
import { findSameAmounts } from '#server/queries/same-amounts.ts'
import { noteDetails } from '#server/reviews/approval-details.ts'
import { hideEntry } from '#server/reviews/decide-hiding.ts'
import { historyOf } from '#server/reviews/history-source.ts'
import { onlyDecision, reviewsOf } from '#server/reviews/review-source.ts'
import { transactionsOf } from '#server/reviews/transaction-source.ts'
import { reviewedDeposit } from '#shared/contract/deposits.ts'
import { msg } from '#shared/text/t.ts'
import { acknowledgeDeposit, type DepositState, deposits } from './decider.ts'
import { depositEvents } from './events.ts'
import { presentComparedDeposit, presentDepositEntry, presentReviewedDeposit } from './present.ts'
import { registerDepositRoutes } from './routes.ts'

export const depositFeature = defineFeature({
  name: 'deposits',
  events: depositEvents,
  audit: {
    area: 'deposits',
    label: msg('Deposits'),
    details: { DepositApproved: noteDetails, DepositRejected: noteDetails },
  },
  shownToOwner: ['DepositApproved', 'DepositRejected'],
  aggregate: deposits,
  live: { action: 'deposit' },
  routes: registerDepositRoutes,
  review: reviewsOf(deposits, {
    subject: reviewedDeposit,
    summarise: ({ symbol, amount, network, submittedAt }) => ({
      asset: symbol,
      amount,
      note: network,
      since: submittedAt,
    }),
    present: presentReviewedDeposit,
    decides: { DepositApproved: 'DepositRequested', DepositRejected: 'DepositRequested' },
    decisions: onlyDecision,
    lookAlikes: async ({ pool, uploads }, { id, state: proof }) => {
      const { total, shown } = await findLookAlikes<DepositState>(pool, { ...proof, id })
      return {
        total,
        shown: shown.map((each) => ({
          ...presentComparedDeposit(each),
          picture_url: uploads.signedUrl(each.state.screenshot),
        })),
      }
    },
    sameAmounts: async ({ pool }, state) => {
      const { total, shown } = await findSameAmounts<DepositState>(pool, state)
      return { total, shown: shown.map(presentComparedDeposit) }
    },
  }),
  reviewNotification: {
    kind: 'deposit-review',
    label: msg('Deposit requests'),
    hint: msg('A new one is waiting for review.'),
    texts: {
      DepositRequested: {
        title: msg('New deposit request'),
        body: msg('A deposit is waiting for review.'),
      },
    },
  },
  notifications: [
    {
      kind: 'deposit',
      to: 'owner',
      label: msg('Deposits'),
      hint: msg('Approved or rejected.'),
      url: '/?open=transaction-history',
      acknowledges: 'deposit',
      texts: {
        DepositApproved: {
          title: msg('Deposit approved'),
          body: msg('Your deposit has been credited.'),
        },
        DepositRejected: {
          title: msg('Deposit rejected'),
          body: msg('Your deposit was rejected. Open the app to see the reason.'),
        },
      },
    },
  ],
  history: historyOf(deposits, {
    type: 'deposit',
    list: 'transactions',
    over: ['approved', 'rejected'],
    entry: ({ amount, symbol, submittedAt }) => ({
      title: msg('Deposit'),
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
