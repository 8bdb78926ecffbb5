import { createHash, randomUUID } from 'node:crypto'
import { DEMO_WALLET } from '#scripts/demo/addresses.ts'
import * as deposit from '#server/features/deposits/decider.ts'
import * as settlement from '#server/features/futures/decide-settlement.ts'
import * as future from '#server/features/futures/decider.ts'
import * as entry from '#server/features/futures/entry-decider.ts'
import { saveApplicant } from '#server/features/loans/applicants.ts'
import { payLoan } from '#server/features/loans/decide-repayment.ts'
import * as loan from '#server/features/loans/decider.ts'
import * as order from '#server/features/spot-orders/decider.ts'
import { placeSpotOrder } from '#server/features/spot-orders/placement-decider.ts'
import * as withdrawal from '#server/features/withdrawals/decider.ts'
import type { Worth } from '#server/reviews/decide-review.ts'
import { parseUnits } from '#shared/money.ts'
import { FUTURES_LIMITS_DEFAULT, FUTURES_TERMS } from '#shared/rules/futures.ts'
import { QUICK_LOAN } from '#shared/rules/loans.ts'
import {
  type Customer,
  idOf,
  isEvery,
  places,
  stepsOn,
  uploadOf,
  userOf,
  verdictOf,
} from './step.ts'

/** The balance after the first approved deposit. */
const FUNDS = { symbol: 'USDT', amount: '10000' } as const
const WAITING_DEPOSITS = [
  { symbol: 'BTC', amount: '0.25' },
  { symbol: 'ETH', amount: '3.5' },
  FUNDS,
]

/** The balance given to deciders; the append would refuse a customer with less. */
const available = parseUnits(FUNDS.amount)
const PAIR = { symbol: 'BTC/USDT' } as const

export const depositWaits = places(0, 3)
const onDeposit = stepsOn(deposit.deposits, 'deposit')

export const reportDeposit = onDeposit.byCustomer((_, turn) => {
  const { customer, offered, at } = turn
  const waiting = depositWaits(customer) ? WAITING_DEPOSITS[customer.index % 3] : undefined
  const { symbol, amount } = waiting ?? FUNDS
  const screenshot = uploadOf(turn, 'screenshot', { perceptual_hash: proofHash(customer) })
  const command = { ...userOf(turn), symbol, amount, screenshot }
  return deposit.requestDeposit(command, { offered: offered.get(symbol), at })
})

/** Every hundredth proof differs from another one only in two bits. */
function proofHash({ index }: Customer): string {
  const hashOf = (text: number) => createHash('sha256').update(`${text}`).digest().readBigInt64BE()
  return String(index % 100 === 50 ? hashOf(index - 1) ^ 0b1001n : hashOf(index))
}

export const reviewDeposit = onDeposit.byStaff((state, { customer, reviewerId, at }) => {
  const verdict = verdictOf(places(95, 97)(customer), 'The proof shows another address.')
  const command = { ...verdict, notes: null, requireReverification: false }
  return deposit.reviewDeposit(state, command, { reviewerId, at, worth: null })
})

export const seeDeposit = onDeposit.byCustomer((state, { customer, at }) =>
  deposit.acknowledgeDeposit(state, { userId: customer.id, at }),
)

const onWithdrawal = stepsOn(withdrawal.withdrawals, 'withdrawal')

export const requestWithdrawal = onWithdrawal.byCustomer((_, turn) => {
  const { symbol, address: walletAddress } = DEMO_WALLET
  const command = { ...userOf(turn), symbol, amount: '100', walletAddress }
  const facts = {
    at: turn.at,
    available,
    credentialsHoldEndsAt: null,
    hasSecondFactor: false,
    platformAddresses: [],
    allowed: undefined,
  }
  return withdrawal.requestWithdrawal(command, facts)
})

function reviewWithdrawalWorth(worth: Worth | null) {
  return onWithdrawal.byStaff((state, { customer, reviewerId, at }) => {
    const action = worth === null && isEvery(9, customer) ? 'reject' : 'approve'
    const said = { notes: null, reason: null, requireReverification: false, screenshot: null }
    const facts = { reviewerId, at, worth }
    return withdrawal.reviewWithdrawal(state, { action, ...said }, facts)
  })
}

export const reviewWithdrawal = reviewWithdrawalWorth(null)
/** Two people must approve, and one of them already has. */
export const approveFirst = reviewWithdrawalWorth({
  ...{ value: parseUnits('100'), ticks: [], above: '50', flow: 'out' },
  before: {
    ...{ forCustomer: 0n, forAll: 0n, hasCredited: false, releasedToCredited: 0n },
    hasChangedSignIn: false,
  },
})

const PURPOSES = ['a new car', 'a house repair', 'an education', 'working capital']
const NO_LOANS = { maximum: '0', owed: 0n, isWaiting: false }
const onLoan = stepsOn(loan.loans, 'loan')

export const requestLoan = onLoan.byCustomer((_, turn) => {
  const { id: userId, index } = turn.customer
  const purpose = PURPOSES[index % PURPOSES.length] ?? ''
  const applicantId = idOf(turn, 'applicant')
  const applicant = { purpose, monthlyIncome: '4000', identity: null, documentNames: [] }
  turn.rows.addSaved((needs) => saveApplicant(needs, applicantId, userId, applicant))
  const fields = { amount: '500', purpose, duration: String(QUICK_LOAN.termDaysMax) }
  const filled = { form: 'home', fields } as const
  const command = { ...userOf(turn), applicantId, documents: [], filled }
  return loan.requestLoan(command, { at: turn.at, exposure: NO_LOANS })
})

export const reviewLoan = onLoan.byStaff((state, { customer, reviewerId, at }) => {
  const verdict = verdictOf(isEvery(6, customer), 'The income does not cover it.')
  return loan.reviewLoan(state, verdict, { reviewerId, at, worth: null, exposure: NO_LOANS })
})

export const repayLoan = onLoan.byCustomer((state, { customer, at }) =>
  payLoan(state, { userId: customer.id }, { at, available }),
)

/** The steps on an order, which the customer has under a name. */
export function stepsOnOrder(name: string) {
  const { byCustomer, byStaff } = stepsOn(order.spotOrders, name)
  return {
    place: byCustomer((_, turn) => {
      const limit = { side: 'buy', orderType: 'limit', amount: '0.01', price: '60000' } as const
      const market = { available: () => available, current: undefined, quotable: [] }
      const command = { ...userOf(turn), ...PAIR, ...limit }
      return placeSpotOrder(command, { at: turn.at, ...market })
    }),
    cancel: byCustomer((state, { customer, at }) =>
      order.cancelSpotOrder(state, { userId: customer.id, at }),
    ),
    approve: byStaff((state, { reviewerId, at }) =>
      order.approveSpotOrder(state, { reviewerId, at, worth: null, live: tick(state.price, at) }),
    ),
  }
}

const onFuture = stepsOn(future.futures, 'futures')

export const requestFutures = onFuture.byCustomer((_, turn) => {
  const side = turn.customer.index % 2 === 0 ? ('long' as const) : ('short' as const)
  const durationSeconds = FUTURES_TERMS[0]?.durationSeconds ?? 60
  const command = { ...userOf(turn), ...PAIR, amount: '100', side, durationSeconds }
  const last = tick('60000', turn.at)
  const room = { limits: FUTURES_LIMITS_DEFAULT, userOpen: 0n, symbolOwed: 0n }
  const market = { hasPrice: true, recent: [last, last] }
  return entry.requestFutures(command, { at: turn.at, available, ...room, ...market })
})

export const enterFutures = onFuture.bySystem((state, { at }) => {
  const next = tick('60000', state.endsAt)
  return entry.enterFutures(state, { at, next, recordsPrices: true })
})

export const settleFutures = onFuture.bySystem((state, { at }) => {
  const ticks = { before: state.entry, after: tick('60100', state.endsAt) }
  return settlement.settleFutures(state, { at, ...ticks, recordsPrices: true })
})

function tick(price: string, at: string) {
  return { id: randomUUID(), source: 'benchmark', price, at }
}
