import { DEMO_WALLET } from '#scripts/demo/addresses.ts'
import { submitDeposit } from '#shared/contract/deposits.ts'
import { submitKyc } from '#shared/contract/kyc.ts'
import { submitLoan } from '#shared/contract/loans.ts'
import type { RouteDefinition } from '#shared/contract/route.ts'
import { placeTrade } from '#shared/contract/spot-orders.ts'
import { openStake } from '#shared/contract/staking.ts'
import { startConversation } from '#shared/contract/support.ts'
import { submitWithdrawal } from '#shared/contract/withdrawals.ts'
import { offerAddress } from './addresses.ts'
import type { TestApp } from './app.ts'
import type { Request } from './client.ts'
import { loanForm, order, verificationForm } from './new-items.ts'
import { photo } from './pictures.ts'
import { fund, newUser, type Person } from './traders.ts'

const OURS = 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7'

export const withdrawal = {
  symbol: 'USDT',
  amount: '5',
  walletAddress: DEMO_WALLET.address,
} as const

/** The submissions of users, one request of each kind. */
export const SUBMISSIONS: readonly (readonly [
  RouteDefinition,
  () => Request | Promise<Request>,
])[] = [
  [submitWithdrawal, () => ({ body: withdrawal })],
  [placeTrade, () => ({ body: order })],
  [openStake, () => ({ body: { amount: '500', duration: 1 } })],
  [submitLoan, () => ({ body: loanForm })],
  [startConversation, () => ({ body: { message: 'Hello' } })],
  [
    submitDeposit,
    async () => ({
      body: { symbol: 'USDT', amount: '50' },
      files: { screenshot: await photo(16, 16) },
    }),
  ],
  [submitKyc, verificationForm],
]

/** Prices and addresses that the submissions need. */
export async function takeSubmissions(world: TestApp): Promise<void> {
  world.market.set('BTC', order.price)
  await offerAddress(world, { symbol: 'USDT', network: 'TRC20', address: OURS })
}

/** A user who can pay for each of the submissions. */
export async function newSubmitter(world: TestApp): Promise<Person> {
  const user = await newUser(world)
  await fund(world, user, 'USDT', '1000')
  return user
}

/** The id of the item in a response that also has signed links and times. */
export function idsIn(body: unknown): string[] {
  return JSON.stringify(body).match(/"id":"[^"]+"/g) ?? []
}
