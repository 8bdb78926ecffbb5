import { submitWithdrawal } from '#shared/contract/withdrawals.ts'
import type { TestApp } from './app.ts'
import type { Client, Request } from './client.ts'
import { fund, type Person } from './traders.ts'

export const WALLET = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'

export type WithdrawalBody = Partial<NonNullable<Request<typeof submitWithdrawal>['body']>>

/** By default 250 USDT. */
export const submit = (by: { client: Client }, body: WithdrawalBody = {}, key?: string) =>
  by.client.insist(submitWithdrawal, {
    body: { symbol: 'USDT', amount: '250', walletAddress: WALLET, ...body },
    key,
  })

/** The same account, with USDT. */
export async function funded<A extends Pick<Person, 'userNo'>>(
  testApp: TestApp,
  account: A,
  usdt = '1000',
): Promise<A> {
  await fund(testApp, account, 'USDT', usdt)
  return account
}
