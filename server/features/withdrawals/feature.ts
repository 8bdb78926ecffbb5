import type { DataOf } from '#server/events/event-definition.ts'
import { defineFeature } from '#server/feature.ts'
import { REVIEW_URL } from '#server/platform/push/notification.ts'
import { noteDetails } from '#server/reviews/approval-details.ts'
import { hideEntry } from '#server/reviews/decide-hiding.ts'
import { historyOf } from '#server/reviews/history-source.ts'
import { onlyDecision, reviewsOf } from '#server/reviews/review-source.ts'
import { transactionsOf } from '#server/reviews/transaction-source.ts'
import { reviewedWithdrawal } from '#shared/contract/withdrawals.ts'
import { formatLimit, inUtc } from '#shared/format.ts'
import { msg, t, textOf } from '#shared/text/t.ts'
import { acknowledgeWithdrawal, withdrawals } from './decider.ts'
import { withdrawalEvents } from './events.ts'
import { presentReviewedWithdrawals, presentWithdrawalEntry } from './present.ts'
import { registerWithdrawalRoutes } from './routes.ts'
import { withdrawalGauges, withdrawalSchedule } from './watch-sending.ts'

export const withdrawalFeature = defineFeature({
  name: 'withdrawals',
  events: withdrawalEvents,
  audit: {
    area: 'withdrawals',
    label: msg('Withdrawals'),
    details: {
      WithdrawalSendingStarted: ({ network, walletAddress }) =>
        textOf('To {address} ({network})', { address: walletAddress, network }),
      WithdrawalSendingOverdue: ({ startedAt }) =>
        textOf('Started at {time}', { time: inUtc(startedAt) }),
      WithdrawalApproved: noteDetails,
      WithdrawalRejected: noteDetails,
    },
  },
  shownToOwner: ['WithdrawalApproved', 'WithdrawalRejected'],
  aggregate: withdrawals,
  live: { action: 'withdraw' },
  routes: registerWithdrawalRoutes,
  schedules: withdrawalSchedule,
  gauges: withdrawalGauges,
  review: reviewsOf(withdrawals, {
    subject: reviewedWithdrawal,
    summarise: ({ symbol, amount, network, submittedAt, sending }) => ({
      asset: symbol,
      amount,
      note: sending ? textOf('{network}, being sent', { network }) : network,
      since: submittedAt,
    }),
    present: async (item, services) => {
      const [presented] = await presentReviewedWithdrawals([item], services)
      return presented ?? null
    },
    showsClaims: true,
    decides: {
      WithdrawalApproved: 'WithdrawalRequested',
      WithdrawalRejected: 'WithdrawalRequested',
    },
    decisions: onlyDecision,
  }),
  reviewNotification: {
    kind: 'withdrawal-review',
    label: msg('Withdraw requests'),
    hint: msg('A new one is waiting for review.'),
    texts: {
      WithdrawalRequested: {
        title: msg('New withdraw request'),
        body: msg('A withdrawal is waiting for review.'),
      },
    },
  },
  ownerMails: {
    WithdrawalRequested: (asked: DataOf<typeof withdrawalEvents, 'WithdrawalRequested'>) => ({
      subject: t('Withdrawal requested'),
      text: t(
        'You requested a withdrawal of {amount} {symbol} to {walletAddress} ({network}). It is waiting for review. You can cancel it in the app until the review starts.',
        { ...asked, amount: formatLimit(asked.amount) },
      ),
    }),
  },
  notifications: [
    {
      kind: 'withdrawal-sending',
      to: 'staff',
      label: msg('Coins being sent'),
      hint: msg('Sending was started, but the outcome was not recorded.'),
      isAlwaysOn: true,
      url: REVIEW_URL,
      texts: {
        WithdrawalSendingOverdue: {
          title: msg('Transfer not recorded'),
          body: msg(
            'A colleague started to send the coins of a withdrawal hours ago and has recorded nothing. Find out whether the coins are on their way.',
          ),
        },
      },
    },
    {
      kind: 'withdrawal',
      to: 'owner',
      label: msg('Withdrawals'),
      hint: msg('Approved or rejected.'),
      url: '/?open=transaction-history',
      acknowledges: 'withdraw',
      texts: {
        WithdrawalApproved: {
          title: msg('Withdrawal approved'),
          body: msg('Your withdrawal was approved and is on its way.'),
        },
        WithdrawalRejected: {
          title: msg('Withdrawal rejected'),
          body: msg('Your withdrawal was rejected. The amount is available again.'),
        },
      },
    },
  ],
  history: historyOf(withdrawals, {
    type: 'withdraw',
    list: 'transactions',
    over: ['approved', 'rejected', 'cancelled'],
    entry: ({ amount, symbol, submittedAt }) => ({
      title: msg('Withdrawal'),
      amount,
      symbol,
      created_at: submittedAt,
    }),
    hide: hideEntry,
  }),
  transactions: transactionsOf(withdrawals, {
    type: 'withdraw',
    present: presentWithdrawalEntry,
    acknowledge: acknowledgeWithdrawal,
  }),
})
