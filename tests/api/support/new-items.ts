import { DEMO_WALLET } from '#scripts/demo/addresses.ts'
import type { submitKyc } from '#shared/contract/kyc.ts'
import { submitLoan } from '#shared/contract/loans.ts'
import { saveAddress } from '#shared/contract/saved-addresses.ts'
import { placeTrade } from '#shared/contract/spot-orders.ts'
import { startConversation } from '#shared/contract/support.ts'
import { submitWithdrawal } from '#shared/contract/withdrawals.ts'
import type { Request } from './client.ts'
import { photo } from './pictures.ts'
import { depositBy } from './review-cases.ts'
import type { Person } from './traders.ts'

// Items that a user creates, each returned with its id, and the content of the requests.

/** The price of bitcoin that the rows assume. */
export const BITCOIN_PRICE = '50000'
export const order = {
  symbol: 'BTC/USDT',
  side: 'buy',
  amount: '0.001',
  price: BITCOIN_PRICE,
} as const
export const loanForm = { amount: '500', purpose: 'a van', duration: '30' }

export const depositOf = async (user: Person) => depositBy(user, await photo(16, 16), '50')

export const loanOf = async ({ client }: Person) =>
  (await client.call(submitLoan, { body: loanForm })).loan.id

export const tradeOf = async ({ client }: Person) =>
  (await client.call(placeTrade, { body: order })).id

export async function withdrawalOf({ client }: Person): Promise<string> {
  const body = { symbol: 'USDT', amount: '5', walletAddress: DEMO_WALLET.address } as const
  return (await client.call(submitWithdrawal, { body })).request.id
}

export const savedAddressOf = async ({ client }: Person) =>
  (await client.call(saveAddress, { body: { ...DEMO_WALLET, label: 'Own' } })).id

export const messageOf = async ({ client }: Person, message = 'Hello') =>
  (await client.call(startConversation, { body: { message } })).id

export async function verificationForm(): Promise<Request<typeof submitKyc>> {
  const image = await photo(16, 16)
  return {
    body: { fullName: 'Demo User', ssn: '123-45-6789', address: '1 Example Street' },
    files: { kycFrontId: image, kycBackId: image, kycSelfieWithId: image },
  }
}
