import { DEMO_WALLET } from '#scripts/demo/addresses.ts'
import {
  reviewAdjustment,
  updatePortfolio,
  waitingAdjustment,
} from '#shared/contract/adjustments.ts'
import { reviewDeposit, submitDeposit } from '#shared/contract/deposits.ts'
import { kycRequest, reviewKyc, submitKyc } from '#shared/contract/kyc.ts'
import { reviewLoan } from '#shared/contract/loan-reviews.ts'
import { submitLoan } from '#shared/contract/loans.ts'
import { claimReview, readReview } from '#shared/contract/review-desk.ts'
import { approveOrder, placeTrade, rejectOrder } from '#shared/contract/spot-orders.ts'
import { reviewWithdrawal, submitWithdrawal } from '#shared/contract/withdrawals.ts'
import type { TestApp } from './app.ts'
import type { FilePart } from './client.ts'
import { photo } from './pictures.ts'
import { fund, type Person } from './traders.ts'

export async function depositBy(
  { client }: Person,
  proof?: FilePart,
  amount = '250',
): Promise<string> {
  const { request } = await client.call(submitDeposit, {
    body: { symbol: 'USDT', amount },
    files: { screenshot: proof ?? (await photo(32, 32)) },
  })
  return request.id
}

interface Context {
  readonly world: Pick<TestApp, 'services'>
  readonly proposer: Person
}

/** Submits a request of each kind; a member of staff proposes the adjustment. */
export const SUBMIT = {
  'spot-order': async (user, { world }) => {
    await fund(world, user, 'USDT', '100')
    const body = { symbol: 'BTC/USDT', side: 'buy', amount: '0.001', price: '50000' } as const
    return (await user.client.call(placeTrade, { body })).id
  },
  deposit: (user) => depositBy(user),
  withdrawal: async (user, { world }) => {
    await fund(world, user, 'USDT', '100')
    const body = { symbol: 'USDT', amount: '50', walletAddress: DEMO_WALLET.address } as const
    return (await user.client.call(submitWithdrawal, { body })).request.id
  },
  kyc: async ({ userId, client }) => {
    const image = await photo(16, 16)
    await client.call(submitKyc, {
      body: { fullName: 'Demo User', ssn: '123-45-6789', address: '1 Example Street' },
      files: { kycFrontId: image, kycBackId: image, kycSelfieWithId: image },
    })
    return userId
  },
  loan: async ({ client }) => {
    const body = { amount: '500', purpose: 'A van', duration: 30 }
    return (await client.call(submitLoan, { body })).loan.id
  },
  adjustment: async ({ userId }, { proposer }) => {
    await proposer.client.call(updatePortfolio, {
      body: {
        userId,
        reason: 'A missed deposit',
        balances: { BTC: { available: '1000', was: '0' } },
      },
    })
    return userId
  },
} satisfies Record<string, (user: Person, context: Context) => Promise<string>>

export type ReviewKind = keyof typeof SUBMIT
export const REVIEW_KINDS = Object.keys(SUBMIT) as ReviewKind[]

/** Decides a case with the command of its feature. */
export async function decide(
  by: Person,
  kind: ReviewKind,
  id: string,
  action: 'approve' | 'reject',
) {
  const params = { id }
  const body = { action, ...(action === 'reject' ? { rejectionReason: 'Not readable' } : {}) }
  if (kind === 'deposit') return by.client.send(reviewDeposit, { params, body })
  if (kind === 'withdrawal') return by.client.send(reviewWithdrawal, { params, body })
  if (kind === 'loan') return by.client.send(reviewLoan, { params, body })
  if (kind === 'adjustment') {
    const { subject } = await by.client.call(readReview, { params: { kind, id } })
    const proposedAt = waitingAdjustment.safeParse(subject).data?.first_approval?.at ?? ''
    const request = { params: { userId: id }, body: { action, proposedAt } }
    return by.client.send(reviewAdjustment, request)
  }
  if (kind === 'kyc') {
    const { subject } = await by.client.call(readReview, { params: { kind, id } })
    const { id: kycId } = kycRequest.parse(subject)
    return by.client.send(reviewKyc, { body: { kycId, action, reason: 'Not readable' } })
  }
  if (action === 'approve') return by.client.send(approveOrder, { params })
  return by.client.send(rejectOrder, { params, body: { reason: 'Not readable' } })
}

export const claim = (by: Person, kind: ReviewKind, id: string, body = {}) =>
  by.client.send(claimReview, { params: { kind, id }, body })
