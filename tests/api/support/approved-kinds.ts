import { DEMO_WALLET } from '#scripts/demo/addresses.ts'
import { listDepositsForReview, reviewDeposit, submitDeposit } from '#shared/contract/deposits.ts'
import { listLoansForReview, reviewLoan } from '#shared/contract/loan-reviews.ts'
import { submitLoan } from '#shared/contract/loans.ts'
import type { ApprovalStanding } from '#shared/contract/reviews.ts'
import {
  approveOrder,
  listPendingOrders,
  placeTrade,
  rejectOrder,
} from '#shared/contract/spot-orders.ts'
import {
  listWithdrawalsForReview,
  reviewWithdrawal,
  submitWithdrawal,
} from '#shared/contract/withdrawals.ts'
import { photo } from './pictures.ts'
import type { Person } from './traders.ts'

export type Review = Promise<{
  readonly status: number
  readonly body: {
    readonly code?: string | undefined
    readonly message: string
    readonly awaits_second_approval?: true | undefined
  }
}>

/** A kind of request that staff approve. */
export interface Kind {
  readonly stream: string
  /** Submits a request worth the given USD. */
  readonly ask: (user: Person, usd: string) => Promise<string>
  readonly approve: (by: Person, id: string, key?: string) => Review
  readonly reject: (by: Person, id: string) => Review
  readonly standing: (id: string) => Promise<ApprovalStanding | undefined>
  /** The event that moves its money, which must happen once. */
  readonly executed: string
  readonly decided: string
}

const params = (id: string) => ({ params: { id } })
const standingIn = <T extends ApprovalStanding & { readonly id: string }>(
  items: readonly T[],
  id: string,
) => items.find((item) => item.id === id)

/** The kinds, with their lists as a reviewer reads them. */
export const kindsOf = (reviewer: () => Person) =>
  ({
    deposit: {
      stream: 'deposit',
      ask: async ({ client }, amount) =>
        (
          await client.call(submitDeposit, {
            body: { symbol: 'USDT', amount },
            files: { screenshot: await photo(16, 16) },
          })
        ).request.id,
      approve: ({ client }, id, key) =>
        client.send(reviewDeposit, { ...params(id), body: { action: 'approve' }, ...keyed(key) }),
      reject: ({ client }, id) =>
        client.send(reviewDeposit, {
          ...params(id),
          body: { action: 'reject', rejectionReason: 'Not on the chain' },
        }),
      standing: async (id) => standingIn(await reviewer().client.call(listDepositsForReview), id),
      executed: 'DepositApproved',
      decided: 'review.already_decided',
    },
    withdrawal: {
      stream: 'withdrawal',
      ask: async ({ client }, amount) =>
        (
          await client.call(submitWithdrawal, {
            body: { symbol: 'USDT', amount, walletAddress: DEMO_WALLET.address },
          })
        ).request.id,
      approve: ({ client }, id, key) =>
        client.send(reviewWithdrawal, {
          ...params(id),
          body: { action: 'approve' },
          ...keyed(key),
        }),
      reject: ({ client }, id) =>
        client.send(reviewWithdrawal, { ...params(id), body: { action: 'reject' } }),
      standing: async (id) =>
        standingIn(await reviewer().client.call(listWithdrawalsForReview), id),
      executed: 'WithdrawalApproved',
      decided: 'review.already_decided',
    },
    loan: {
      stream: 'loan',
      ask: async ({ client }, amount) =>
        (await client.call(submitLoan, { body: { amount, purpose: 'A van', duration: 30 } })).loan
          .id,
      approve: ({ client }, id, key) =>
        client.send(reviewLoan, { ...params(id), body: { action: 'approve' }, ...keyed(key) }),
      reject: ({ client }, id) =>
        client.send(reviewLoan, {
          ...params(id),
          body: { action: 'reject', rejectionReason: 'No income' },
        }),
      standing: async (id) => standingIn(await reviewer().client.call(listLoansForReview), id),
      executed: 'LoanApproved',
      decided: 'review.already_decided',
    },
    'spot order': {
      stream: 'spot-order',
      ask: async ({ client }, usd) => {
        // At the market price of 60000, so that both sides have the same value.
        const amount = usd === '1000' ? '0.01666666' : '0.02'
        const order = { symbol: 'BTC/USDT', side: 'buy', type: 'limit', price: '60000' } as const
        return (await client.call(placeTrade, { body: { ...order, amount } })).id
      },
      approve: ({ client }, id, key) => client.send(approveOrder, { ...params(id), ...keyed(key) }),
      reject: ({ client }, id) => client.send(rejectOrder, params(id)),
      standing: async (id) => standingIn(await reviewer().client.call(listPendingOrders), id),
      executed: 'SpotOrderExecuted',
      decided: 'order.not_pending',
    },
  }) satisfies Readonly<Record<string, Kind>>

const keyed = (key: string | undefined) => (key === undefined ? {} : { key })
