import { confirmConversion, quoteConversion } from '#shared/contract/conversions.ts'
import { listDepositsForReview, reviewDeposit, submitDeposit } from '#shared/contract/deposits.ts'
import { submitFutures } from '#shared/contract/futures.ts'
import { listLoansForReview, reviewLoan } from '#shared/contract/loan-reviews.ts'
import { payLoan, submitLoan } from '#shared/contract/loans.ts'
import { getPrice } from '#shared/contract/prices.ts'
import type { RouteDefinition } from '#shared/contract/route.ts'
import {
  approveOrder,
  cancelTrade,
  listPendingOrders,
  placeTrade,
  rejectOrder,
} from '#shared/contract/spot-orders.ts'
import { openStake } from '#shared/contract/staking.ts'
import {
  cancelWithdrawal,
  listWithdrawalsForReview,
  reviewWithdrawal,
  submitWithdrawal,
} from '#shared/contract/withdrawals.ts'
import type { FilePart } from '#tests/api/support/client.ts'
import { WALLET } from '#tests/e2e/support/people.ts'
import type { Client } from './load.ts'

// A mix of every command that moves money, by customers and by staff.

/** Actions of a customer; each entry is equally likely. */
export function actsOfCustomer(client: Client, screenshot: FilePart) {
  const orders: string[] = []
  const withdrawals: string[] = []
  const loans: string[] = []
  const some = (unit: string) => `${1 + Math.floor(client.random() * 9)}${unit}`
  const order = async () => {
    const { price: live } = (await client.ask(getPrice, { params: { symbol: 'BTC' } })) ?? {}
    if (!live) return
    // A whole number just above the market, so that staff can approve it.
    const price = String(Math.ceil(Number(live) * 1.01))
    const placed = await client.command(placeTrade, {
      body: { symbol: 'BTC/USDT', side: 'buy', amount: `0.0000${some('')}`, price },
    })
    if (placed) orders.push(placed.id)
  }
  return [
    order,
    order,
    order,
    async () => {
      const id = client.take(orders)
      if (id) await client.command(cancelTrade, { params: { id } })
    },
    () =>
      client.command(submitDeposit, {
        body: { symbol: 'USDT', amount: some('0') },
        files: { screenshot },
      }),
    async () => {
      const walletAddress = WALLET.address
      const asked = await client.command(submitWithdrawal, {
        body: { symbol: 'USDT', amount: some(''), walletAddress },
      })
      if (asked) withdrawals.push(asked.request.id)
    },
    async () => {
      const id = client.take(withdrawals)
      if (id) await client.command(cancelWithdrawal, { params: { id } })
    },
    async () => {
      const body = { from: 'USDT', to: 'BTC', amount: some('') }
      const quote = await client.ask(quoteConversion, { body })
      if (quote) await client.command(confirmConversion, { body: { quote: quote.id } })
    },
    () =>
      client.command(submitFutures, {
        body: { symbol: 'BTC/USDT', side: 'long', amount: '50', duration: 60 },
      }),
    () => client.command(openStake, { body: { amount: some('0'), duration: 1 } }),
    async () => {
      const asked = await client.command(submitLoan, {
        body: { amount: '500', purpose: 'a bicycle', duration: '30' },
      })
      if (asked) loans.push(asked.loan.id)
    },
    async () => {
      // The loan may still wait for review. The repayment is then refused and retried later.
      const id = client.oneOf(loans)
      const paid = id && (await client.command(payLoan, { params: { id }, body: {} }))
      if (paid) loans.splice(loans.indexOf(id), 1)
    },
  ]
}

const REVIEWED_AT_ONCE = 4

/** Actions of staff: review a few waiting requests of each kind. */
export function actsOfStaff(client: Client) {
  const decided = (list: RouteDefinition, route: RouteDefinition) => async () => {
    const waiting = (await client.ask(list)) as
      | readonly { id: string; status: string }[]
      | undefined
    const pending = (waiting ?? []).filter(({ status }) => status === 'pending')
    for (const { id } of pending.slice(0, REVIEWED_AT_ONCE)) {
      const isGood = client.random() < 0.7
      const body = isGood ? { action: 'approve' } : { action: 'reject', rejectionReason: 'a doubt' }
      await client.command(route, { params: { id }, body })
    }
  }
  return [
    decided(listDepositsForReview, reviewDeposit),
    decided(listWithdrawalsForReview, reviewWithdrawal),
    decided(listLoansForReview, reviewLoan),
    async () => {
      const waiting = (await client.ask(listPendingOrders)) ?? []
      for (const { id } of waiting.slice(0, REVIEWED_AT_ONCE)) {
        await client.command(client.random() < 0.7 ? approveOrder : rejectOrder, { params: { id } })
      }
    },
  ]
}

/** Event types that a mixed load produces before the stakes end. */
export const MIXED_TYPES = [
  'ConversionExecuted',
  'DepositApproved',
  'DepositRejected',
  'FuturesEntered',
  'FuturesSettled',
  'LoanApproved',
  'LoanRepaid',
  'SpotOrderCancelled',
  'SpotOrderExecuted',
  'SpotOrderRejected',
  'WithdrawalApproved',
  'WithdrawalCancelled',
  'WithdrawalRejected',
]
