import { DEMO_WALLET } from '#scripts/demo/addresses.ts'
import {
  acknowledgeDeposit,
  deposits,
  requestDeposit,
  reviewDeposit,
} from '#server/features/deposits/decider.ts'
import {
  requestWithdrawal,
  reviewWithdrawal,
  withdrawals,
} from '#server/features/withdrawals/decider.ts'
import type { Worth } from '#server/reviews/decide-review.ts'
import { parseUnits } from '#shared/money.ts'
import { instantOf } from '#shared/time.ts'
import { type Customer, idOf, isEvery, isOf, PARTS } from './customer.ts'
import { byCustomer, byStaff, type Desk, nameNew, type Step } from './desk.ts'

/** The balance after the first approved deposit. */
const FUNDS = { symbol: 'USDT', amount: '10000' } as const

/** The balance given to deciders; the append would refuse a customer with less. */
export const AVAILABLE = parseUnits(FUNDS.amount)

const WAITING_DEPOSITS = [
  { symbol: 'BTC', amount: '0.25' },
  { symbol: 'ETH', amount: '3.5' },
  FUNDS,
] as const

const PROOF = 'deposit'

export const reportDeposit: Step = (desk, customer, atMs) => {
  const { id: userId, no, index } = customer
  const waits = isOf(customer, PARTS.depositWaits)
  const { symbol, amount } = (waits ? WAITING_DEPOSITS[index % 3] : undefined) ?? FUNDS
  const screenshot = nameNew(customer, 'screenshot', atMs)
  desk.rows.upload({ id: screenshot, owner: no, kind: 'screenshot', sealedFor: null })
  byCustomer(desk, customer, atMs, {
    aggregate: deposits,
    id: nameNew(customer, PROOF, atMs),
    isLast: waits,
    decide: () =>
      requestDeposit(
        { userId, userNo: String(no), symbol, amount, screenshot },
        { offered: desk.offered.get(symbol), at: instantOf(atMs) },
      ),
  })
}

export const decideOnDeposit: Step = (desk, customer, atMs) => {
  byStaff(desk, customer, atMs, {
    aggregate: deposits,
    id: idOf(customer, PROOF),
    decide: (state, review) => reviewDeposit(state, verdict(customer), { ...review, worth: null }),
  })
}

function verdict(customer: Customer) {
  const isRejected = isOf(customer, PARTS.depositRejected)
  return {
    action: isRejected ? ('reject' as const) : ('approve' as const),
    notes: null,
    reason: isRejected ? 'The proof shows another address.' : null,
    requireReverification: false,
  }
}

export const seeDeposit: Step = (desk, customer, atMs) => {
  if (isEvery(10, customer)) return
  byCustomer(desk, customer, atMs, {
    aggregate: deposits,
    id: idOf(customer, PROOF),
    isLast: true,
    decide: (state) => acknowledgeDeposit(state, { userId: customer.id, at: instantOf(atMs) }),
  })
}

export const askForWithdrawal: Step = (desk, customer, atMs) => {
  const { id: userId, no } = customer
  byCustomer(desk, customer, atMs, {
    aggregate: withdrawals,
    id: nameNew(customer, 'withdrawal', atMs),
    decide: () =>
      requestWithdrawal(
        {
          ...{ userId, userNo: String(no), symbol: DEMO_WALLET.symbol, amount: '100' },
          ...{ walletAddress: DEMO_WALLET.address, hasCode: false },
        },
        {
          ...{ at: instantOf(atMs), available: AVAILABLE },
          ...{ credentialsChangedAt: null, hasSecondFactor: false },
        },
      ),
  })
}

export const decideOnWithdrawal: Step = (desk, customer, atMs) => {
  review(desk, customer, atMs, { action: isEvery(9, customer) ? 'reject' : 'approve', worth: null })
}

/** Two people must approve, and one of them has. */
export const approveWithdrawalFirst: Step = (desk, customer, atMs) => {
  const worth = { value: parseUnits('100'), ticks: [], above: '50' }
  review(desk, customer, atMs, { action: 'approve', worth })
}

interface Verdict {
  readonly action: 'approve' | 'reject'
  readonly worth: Worth | null
}

function review(desk: Desk, customer: Customer, atMs: number, { action, worth }: Verdict): void {
  const command = { action, notes: null, reason: null, requireReverification: false } as const
  byStaff(desk, customer, atMs, {
    aggregate: withdrawals,
    id: idOf(customer, 'withdrawal'),
    isLast: true,
    decide: (state, facts) =>
      reviewWithdrawal(state, { ...command, screenshot: null }, { ...facts, worth }),
  })
}
