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
import { idOf, isEvery, isOf, PARTS } from './customer.ts'
import { byCustomer, byStaff, nameNew, type Step, type Turn, userOf } from './desk.ts'

/** The balance after the first approved deposit. */
const FUNDS = { symbol: 'USDT', amount: '10000' } as const

/** The balance given to deciders; the append would refuse a customer with less. */
export const AVAILABLE = parseUnits(FUNDS.amount)

const WAITING_DEPOSITS = [
  { symbol: 'BTC', amount: '0.25' },
  { symbol: 'ETH', amount: '3.5' },
  FUNDS,
] as const

export const reportDeposit: Step = (turn) => {
  const { desk, customer, at } = turn
  const waits = isOf(customer, PARTS.depositWaits)
  const { symbol, amount } = (waits ? WAITING_DEPOSITS[customer.index % 3] : undefined) ?? FUNDS
  const screenshot = nameNew(turn, 'screenshot')
  desk.rows.upload({ id: screenshot, owner: customer.no, kind: 'screenshot', sealedFor: null })
  const command = { ...userOf(turn), symbol, amount, screenshot }
  byCustomer(turn, {
    aggregate: deposits,
    id: nameNew(turn, 'deposit'),
    isLast: waits,
    decide: () => requestDeposit(command, { offered: desk.offered.get(symbol), at }),
  })
}

export const decideOnDeposit: Step = (turn) => {
  const isRejected = isOf(turn.customer, PARTS.depositRejected)
  const verdict = isRejected
    ? ({ action: 'reject', reason: 'The proof shows another address.' } as const)
    : ({ action: 'approve', reason: null } as const)
  const command = { ...verdict, notes: null, requireReverification: false }
  byStaff(turn, {
    aggregate: deposits,
    id: idOf(turn.customer, 'deposit'),
    decide: (state, review) => reviewDeposit(state, command, { ...review, worth: null }),
  })
}

export const seeDeposit: Step = (turn) => {
  const { customer, at } = turn
  if (isEvery(10, customer)) return
  byCustomer(turn, {
    aggregate: deposits,
    id: idOf(customer, 'deposit'),
    isLast: true,
    decide: (state) => acknowledgeDeposit(state, { userId: customer.id, at }),
  })
}

export const askForWithdrawal: Step = (turn) => {
  const { symbol, address: walletAddress } = DEMO_WALLET
  const command = { ...userOf(turn), symbol, amount: '100', walletAddress, hasCode: false }
  const credentials = { credentialsChangedAt: null, hasSecondFactor: false }
  byCustomer(turn, {
    aggregate: withdrawals,
    id: nameNew(turn, 'withdrawal'),
    decide: () => requestWithdrawal(command, { at: turn.at, available: AVAILABLE, ...credentials }),
  })
}

export const decideOnWithdrawal: Step = (turn) => {
  review(turn, isEvery(9, turn.customer) ? 'reject' : 'approve', null)
}

/** Two people must approve, and one of them has. */
export const approveWithdrawalFirst: Step = (turn) => {
  review(turn, 'approve', { value: parseUnits('100'), ticks: [], above: '50' })
}

function review(turn: Turn, action: 'approve' | 'reject', worth: Worth | null): void {
  const said = { notes: null, reason: null, requireReverification: false, screenshot: null }
  byStaff(turn, {
    aggregate: withdrawals,
    id: idOf(turn.customer, 'withdrawal'),
    isLast: true,
    decide: (state, facts) => reviewWithdrawal(state, { action, ...said }, { ...facts, worth }),
  })
}
