import { setTimeout as sleep } from 'node:timers/promises'
import { listWaitingAdjustments, updatePortfolio } from '#shared/contract/adjustments.ts'
import { changeDepositAddress } from '#shared/contract/deposit-addresses.ts'
import { submitKyc } from '#shared/contract/kyc.ts'
import { listLiabilities } from '#shared/contract/liabilities.ts'
import { submitLoan } from '#shared/contract/loans.ts'
import { readReconciliation } from '#shared/contract/reconciliation.ts'
import { addReserve, readReserveMessage } from '#shared/contract/reserves.ts'
import { requestSecondFactorReset } from '#shared/contract/second-factor-resets.ts'
import { startSending } from '#shared/contract/withdrawals.ts'
import { testWallet } from '#tests/support/test-wallet.ts'
import type { TestApp } from './app.ts'
import type { Request } from './client.ts'
import { APPROVAL, about, byAdmin, byId, once, saying } from './commands.ts'
import { docx } from './documents.ts'
import {
  depositOf,
  loanForm,
  loanOf,
  messageOf,
  tradeOf,
  verificationForm,
  withdrawalOf,
} from './new-items.ts'
import type { Races } from './rows.ts'
import type { Person } from './traders.ts'

/** The deposit address of USDT and TRX, offered before the first command. */
export const OFFERED = { network: 'TRC20', address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' } as const
const OTHER_ADDRESS = 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7'

interface Cast {
  readonly admin: Person
  /** Proposes what needs a second approval. */
  readonly proposer: Person
}

/** One row for each command of staff. */
export function staffCommandRows({ services }: TestApp, { admin, proposer }: Cast): Races {
  const sentOf = async (user: Person) => {
    const id = await withdrawalOf(user)
    await admin.client.call(startSending, { params: { id } })
    return id
  }
  const kycIdOf = async ({ userId, client }: Person) => {
    await client.call(submitKyc, await verificationForm())
    return fromDocument(`kyc-${userId}`, '{submissionId}')
  }
  async function fromDocument(stream: string, path: string): Promise<string> {
    const { rows } = await services.pool.query<{ value: string }>(
      'select data #>> $2 as value from document where stream = $1',
      [stream, path],
    )
    return rows[0]?.value ?? ''
  }
  /** Waits for the previous run to end, because only one may run. */
  async function untilChecked(): Promise<void> {
    while ((await admin.client.call(readReconciliation)).running) await sleep(20)
  }
  /** As above. */
  async function untilPublished(): Promise<void> {
    while ((await admin.client.call(listLiabilities)).running) await sleep(20)
  }
  /** A second factor whose secret is not needed. */
  async function withSecondFactor(userId: string): Promise<void> {
    await services.pool.query(
      `insert into second_factor (user_id, secret, enabled_at) values ($1, '', now())
       on conflict do nothing`,
      [userId],
    )
  }
  let wallets = 0
  /** A new address each time, with a signature by its key. */
  async function newReserve() {
    wallets += 1
    const { address, sign } = testWallet(wallets)
    const { message } = await admin.client.call(readReserveMessage, { query: { address } })
    return { symbol: 'ETH', network: 'ERC20', address, message, signature: sign(message) } as const
  }
  const reserveOf = async () =>
    (await admin.client.call(addReserve, { body: await newReserve() })).id
  /** The USDT address proposed last: each case proposes the other one. */
  let proposed = ''

  return {
    'POST /admin/deposit-requests/:id/review': once(byAdmin(about(depositOf, APPROVAL))),
    'POST /admin/withdraw-requests/:id/sending': byAdmin(about(withdrawalOf)),
    'POST /admin/withdraw-requests/:id/sending/stop': once(byAdmin(about(sentOf))),
    'POST /admin/withdraw-requests/:id/review': once(byAdmin(about(withdrawalOf, APPROVAL))),
    'PUT /api/admin/orders/:id/approve': once(byAdmin(about(tradeOf))),
    'PUT /api/admin/orders/:id/reject': once(byAdmin(about(tradeOf))),
    'POST /api/admin/reconciliation/runs': byAdmin(async () => {
      await untilChecked()
      return { body: { scope: 'incremental' } }
    }),
    'POST /api/admin/liabilities': byAdmin(async () => {
      await untilPublished()
      return { body: {} }
    }),
    'POST /admin/loan-applications/:id/review': once(byAdmin(about(loanOf, APPROVAL))),
    'POST /admin/loan-documents/:id/:documentId/download': byAdmin(async ({ client }) => {
      const files = { documents: docx() }
      const { loan } = await client.call(submitLoan, { body: loanForm, files })
      return { params: { id: loan.id, documentId: loan.documents.files[0]?.id } } as Request
    }),
    'POST /admin/kyc-review': once(
      byAdmin(async (user) => ({ body: { kycId: await kycIdOf(user), action: 'approve' } })),
    ),
    'POST /admin/kyc-requests/:id/reveal': byAdmin(about(kycIdOf, { reason: 'a call' })),
    'POST /admin/reset-kyc': once(
      byAdmin(async (user) => {
        await kycIdOf(user)
        return { body: { userId: user.userId, reason: 'a new passport' } }
      }),
    ),
    'POST /api/admin/support/messages': byAdmin(async (user) => {
      await messageOf(user)
      return { body: { conversationId: user.userId, message: 'Good morning' } }
    }),
    'PUT /api/admin/support/messages/:id/read': byAdmin(about(messageOf)),
    'PUT /api/admin/support/conversations/:id/status': once(
      byAdmin(async (user) => {
        await messageOf(user)
        return byId(user.userId, { isActive: false })
      }),
    ),
    'PUT /api/admin/support/conversations/:id/clear-urgency': once(
      byAdmin(async (user) => {
        await messageOf(user, 'URGENT: hello')
        return byId(user.userId)
      }),
    ),
    'POST /admin/toggle-user-status': once(
      byAdmin(({ userId }) => ({ body: { userId, isActive: false } })),
    ),
    'POST /admin/user-management/update-credit-score': once(
      byAdmin(({ userId }) => ({ body: { userId, creditScore: 700 } })),
    ),
    'POST /admin/user-management/update-portfolio': once(
      byAdmin(({ userId }) => ({
        body: { userId, reason: 'Gift', balances: { ETH: { available: '2', was: '0' } } },
      })),
    ),
    'POST /admin/user-management/reset-portfolio': once(
      byAdmin(({ userId }) => ({ body: { userId, reason: 'Starts anew' } })),
    ),
    'POST /admin/user-management/adjustments/:userId/review': once(
      byAdmin(async ({ userId }) => {
        const balances = { BTC: { available: '1', was: '0' } }
        await proposer.client.call(updatePortfolio, { body: { userId, reason: 'Gift', balances } })
        const waiting = await admin.client.call(listWaitingAdjustments)
        const proposedAt = waiting.find(({ user }) => user.id === userId)?.first_approval?.at ?? ''
        return { params: { userId }, body: { action: 'approve', proposedAt } }
      }),
    ),
    'POST /admin/user-management/reset-second-factor': once(
      byAdmin(async ({ userId }) => {
        await withSecondFactor(userId)
        return { body: { userId, reason: 'Lost the phone' } }
      }),
    ),
    'POST /admin/user-management/second-factor-resets/:userId/review': once(
      byAdmin(async ({ userId }) => {
        await withSecondFactor(userId)
        const body = { userId, reason: 'Lost the phone' }
        await proposer.client.call(requestSecondFactorReset, { body })
        const stream = `second-factor-reset-${userId}`
        const requestedAt = await fromDocument(stream, '{firstApproval,approvedAt}')
        return { params: { userId }, body: { action: 'approve', requestedAt } }
      }),
    ),
    'POST /api/admin/reserves': once(byAdmin(async () => ({ body: await newReserve() }))),
    'PUT /api/admin/reserves/:id/balance': byAdmin(
      about(reserveOf, { amount: '5', asOf: '2026-01-31T09:30:00Z', source: 'An explorer' }),
    ),
    'DELETE /api/admin/reserves/:id': once(byAdmin(about(reserveOf))),
    'POST /api/admin/deposit-addresses': byAdmin(
      saying({
        symbol: 'ETH',
        network: 'ERC20',
        address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
      }),
    ),
    'PUT /api/admin/deposit-addresses/:assetSymbol': byAdmin(() => ({
      params: { assetSymbol: 'TRX' },
      body: { network: 'TRC20', address: OTHER_ADDRESS },
    })),
    'PUT /api/admin/deposit-addresses/:assetSymbol/active': byAdmin(() => ({
      params: { assetSymbol: 'TRX' },
      body: { network: 'TRC20', isActive: false },
    })),
    'POST /api/admin/deposit-addresses/:assetSymbol/review': once(
      byAdmin(async () => {
        proposed = proposed === OTHER_ADDRESS ? OFFERED.address : OTHER_ADDRESS
        const params = { assetSymbol: 'USDT' } as const
        const { address } = await proposer.client.call(changeDepositAddress, {
          params,
          body: { network: 'TRC20', address: proposed },
        })
        const proposedAt = address.proposal?.proposed_at ?? ''
        return { params, body: { network: 'TRC20', action: 'approve', proposedAt } }
      }),
    ),
  }
}
