import { randomUUID } from 'node:crypto'
import { futures, openFutures, settleFutures } from '#server/features/futures/decider.ts'
import { loans, payLoan, requestLoan, reviewLoan } from '#server/features/loans/decider.ts'
import {
  approveSpotOrder,
  cancelSpotOrder,
  placeSpotOrder,
  spotOrders,
} from '#server/features/spot-orders/decider.ts'
import { FUTURES_TERMS } from '#shared/rules/futures.ts'
import { DUE_SOON_DAYS, QUICK_LOAN } from '#shared/rules/loans.ts'
import { DAY_MS, instantOf } from '#shared/time.ts'
import { type Customer, idOf, isEvery, isOf, PARTS } from './customer.ts'
import { byCustomer, byStaff, type Desk, nameNew, type Step } from './desk.ts'
import { AVAILABLE } from './money-steps.ts'

export const placeOrder: Step = (desk, customer, atMs) => {
  const { id: userId, no } = customer
  byCustomer(desk, customer, atMs, {
    aggregate: spotOrders,
    id: nameNew(customer, 'order', atMs),
    decide: () =>
      placeSpotOrder(
        {
          ...{ userId, userNo: String(no), symbol: 'BTC/USDT', side: 'buy' },
          ...{ orderType: 'limit', amount: '0.01', price: '60000' },
        },
        { at: instantOf(atMs), available: () => AVAILABLE, current: undefined, quotable: [] },
      ),
  })
}

export const finishOrder: Step = (desk, customer, atMs) => {
  const order = { aggregate: spotOrders, id: idOf(customer, 'order'), isLast: true }
  if (isEvery(8, customer)) {
    const facts = { userId: customer.id, at: instantOf(atMs) }
    byCustomer(desk, customer, atMs, {
      ...order,
      decide: (state) => cancelSpotOrder(state, facts),
    })
    return
  }
  byStaff(desk, customer, atMs, {
    ...order,
    decide: (state, review) => approveSpotOrder(state, { ...review, worth: null, live: undefined }),
  })
}

const SECONDS = FUTURES_TERMS[0]?.durationSeconds ?? 60

export const openTrade: Step = (desk, customer, atMs) => {
  const { id: userId, no, index } = customer
  byCustomer(desk, customer, atMs, {
    aggregate: futures,
    id: nameNew(customer, 'futures', atMs),
    decide: () =>
      openFutures(
        {
          ...{ userId, userNo: String(no), symbol: 'BTC/USDT', amount: '100' },
          ...{ side: index % 2 === 0 ? 'long' : 'short', durationSeconds: SECONDS },
        },
        { at: instantOf(atMs), available: AVAILABLE, current: tick('60000', instantOf(atMs)) },
      ),
  })
}

export const settleTrade: Step = ({ log }, customer, atMs) => {
  log.act({
    aggregate: futures,
    id: idOf(customer, 'futures'),
    owner: customer.no,
    by: { kind: 'system' },
    atMs,
    isLast: true,
    decide: (state) =>
      settleFutures(state, {
        at: instantOf(atMs),
        before: state.entry,
        after: tick('60100', state.endsAt),
        recordsPrices: true,
      }),
  })
}

function tick(price: string, at: string) {
  return { id: randomUUID(), source: 'benchmark', price, at }
}

const PURPOSES = ['a new car', 'a house repair', 'an education', 'working capital']

export const applyForLoan: Step = (desk, customer, atMs) => {
  const { id: userId, no, index } = customer
  const purpose = PURPOSES[index % PURPOSES.length] ?? ''
  const applicantId = nameNew(customer, 'applicant', atMs)
  desk.rows.loanApplicant(applicantId, userId, purpose)
  const duration = String(QUICK_LOAN.termDaysMax)
  byCustomer(desk, customer, atMs, {
    aggregate: loans,
    id: nameNew(customer, 'loan', atMs),
    decide: () =>
      requestLoan(
        {
          ...{ userId, userNo: String(no), applicantId, documents: [] },
          filled: { form: 'home', fields: { amount: '500', purpose, duration } },
        },
        { at: instantOf(atMs) },
      ),
  })
}

export const decideOnLoan: Step = (desk, customer, atMs) => {
  const isRejected = isLoanRejected(customer)
  byStaff(desk, customer, atMs, {
    aggregate: loans,
    id: idOf(customer, 'loan'),
    isLast: isRejected || !isRepaid(desk, atMs),
    decide: (state, review) =>
      reviewLoan(
        state,
        isRejected
          ? { action: 'reject', reason: 'The income does not cover it.' }
          : { action: 'approve', reason: null },
        { ...review, worth: null },
      ),
  })
  if (!isRejected && isRepaid(desk, atMs)) customer.ids.set('owed loan', idOf(customer, 'loan'))
}

/** At the end only loans that are not due soon have an outstanding amount. */
export const repayLoan: Step = (desk, customer, atMs) => {
  const id = customer.ids.get('owed loan')
  if (id === undefined) return
  byCustomer(desk, customer, atMs, {
    aggregate: loans,
    id,
    isLast: true,
    decide: (state) =>
      payLoan(state, { userId: customer.id }, { at: instantOf(atMs), available: AVAILABLE }),
  })
}

function isLoanRejected(customer: Customer): boolean {
  return isOf(customer, PARTS.borrows) && isEvery(6, customer)
}

/** At the time of the review; a wide margin covers the days since the application. */
function isRepaid({ nowMs }: Desk, atMs: number): boolean {
  const quietDays = QUICK_LOAN.termDaysMax - DUE_SOON_DAYS
  return atMs + (quietDays / 2) * DAY_MS < nowMs
}
