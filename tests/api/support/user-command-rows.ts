import { DEMO_WALLET } from '#scripts/demo/addresses.ts'
import { quoteConversion } from '#shared/contract/conversions.ts'
import { reviewDeposit } from '#shared/contract/deposits.ts'
import { reviewLoan } from '#shared/contract/loan-reviews.ts'
import { replyAsSupport } from '#shared/contract/support.ts'
import { inEveryPlace, LOAN_APPLICATION } from '#tests/support/loan-application.ts'
import { APPROVAL, about, byId, byUser, once, saying } from './commands.ts'
import {
  depositOf,
  loanForm,
  loanOf,
  messageOf,
  order,
  savedAddressOf,
  tradeOf,
  verificationForm,
  withdrawalOf,
} from './new-items.ts'
import { photo } from './pictures.ts'
import type { Races } from './rows.ts'
import type { Person } from './traders.ts'

/** One row for each command of users, who have 600 USDT each. */
export function userCommandRows(admin: Person): Races {
  const approvedLoanOf = async (user: Person) => {
    const id = await loanOf(user)
    await admin.client.call(reviewLoan, byId(id, { action: 'approve' }) as never)
    return id
  }
  const replyTo = async (user: Person) => {
    await messageOf(user)
    const body = { conversationId: user.userId, message: 'Good morning' }
    return (await admin.client.call(replyAsSupport, { body })).id
  }

  return {
    'POST /api/deposit-requests': byUser(async () => ({
      body: { symbol: 'USDT', amount: '50' },
      files: { screenshot: await photo(16, 16) },
    })),
    'POST /api/withdraw-requests': once(
      byUser(saying({ symbol: 'USDT', amount: '400', walletAddress: DEMO_WALLET.address })),
    ),
    'PUT /api/withdraw-requests/allowlist': once(byUser(saying({ on: true }))),
    'PUT /api/withdraw-requests/:id/cancel': once(byUser(about(withdrawalOf))),
    'POST /api/transactions': byUser(async (user) => {
      const id = await depositOf(user)
      await admin.client.call(reviewDeposit, byId(id, APPROVAL) as never)
      return { body: { type: 'deposit', id, is_new: false } }
    }),
    'POST /api/results': byUser(async (user) => {
      await approvedLoanOf(user)
      return { body: { kind: 'loan', until: '2126-01-31T09:30:00.000Z' } }
    }),
    'POST /api/convert': once(
      byUser(async ({ client }) => {
        const body = { from: 'USDT', to: 'BTC', amount: '100' }
        return { body: { quote: (await client.call(quoteConversion, { body })).id } }
      }),
    ),
    'POST /api/trades': once(byUser(saying({ ...order, amount: '0.008' }))),
    'PUT /api/trades/:id/cancel': once(byUser(about(tradeOf))),
    'POST /api/future-trade/submit': once(
      byUser(saying({ symbol: 'BTC/USDT', side: 'long', amount: '400', duration: 60 })),
    ),
    'POST /api/staking': once(byUser(saying({ amount: '400', duration: 1 }))),
    'POST /api/loans': once(
      byUser(async ({ email }) => {
        const image = await photo(16, 16)
        return {
          body: { ...LOAN_APPLICATION, email, amount: '5000', duration: '90' },
          files: inEveryPlace(image),
        }
      }),
    ),
    'POST /api/loan/submit': once(byUser(saying(loanForm))),
    'PUT /api/loans/cancel/:id': once(byUser(about(loanOf))),
    'POST /api/loans/pay/:id': once(byUser(about(approvedLoanOf, {}))),
    'POST /api/saved-addresses': once(byUser(saying({ ...DEMO_WALLET, label: 'Own' }))),
    'PUT /api/saved-addresses/:id': byUser(about(savedAddressOf, { label: 'Another name' })),
    'DELETE /api/saved-addresses/:id': once(byUser(about(savedAddressOf))),
    'POST /kyc/submit': once(byUser(verificationForm)),
    'POST /api/support/conversation': byUser(saying({ message: 'Hello' })),
    'POST /api/support/messages': byUser(async (user) => {
      await messageOf(user)
      return { body: { conversationId: user.userId, message: 'Are you there?' } }
    }),
    'PUT /api/support/messages/:id/read': byUser(about(replyTo)),
  }
}
