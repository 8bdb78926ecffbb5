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
import { DAY_MS } from '#shared/time.ts'
import { idOf, isEvery, isOf, PARTS } from './customer.ts'
import { byCustomer, byStaff, nameNew, type Step, type Turn, userOf } from './desk.ts'
import { AVAILABLE } from './money-steps.ts'

const PAIR = { symbol: 'BTC/USDT' } as const
const LIMIT = { side: 'buy', orderType: 'limit', amount: '0.01', price: '60000' } as const

export const placeOrder: Step = (turn) => {
  const market = { available: () => AVAILABLE, current: undefined, quotable: [] }
  byCustomer(turn, {
    aggregate: spotOrders,
    id: nameNew(turn, 'order'),
    decide: () =>
      placeSpotOrder({ ...userOf(turn), ...PAIR, ...LIMIT }, { at: turn.at, ...market }),
  })
}

export const finishOrder: Step = (turn) => {
  const { customer, at } = turn
  const order = { aggregate: spotOrders, id: idOf(customer, 'order'), isLast: true }
  if (isEvery(8, customer)) {
    const decide = (state: typeof spotOrders.initial) =>
      cancelSpotOrder(state, { userId: customer.id, at })
    byCustomer(turn, { ...order, decide })
    return
  }
  byStaff(turn, {
    ...order,
    decide: (state, review) => approveSpotOrder(state, { ...review, worth: null, live: undefined }),
  })
}

const SECONDS = FUTURES_TERMS[0]?.durationSeconds ?? 60

export const openTrade: Step = (turn) => {
  const { customer, at } = turn
  const side = customer.index % 2 === 0 ? ('long' as const) : ('short' as const)
  const command = { ...userOf(turn), ...PAIR, amount: '100', side, durationSeconds: SECONDS }
  byCustomer(turn, {
    aggregate: futures,
    id: nameNew(turn, 'futures'),
    decide: () => openFutures(command, { at, available: AVAILABLE, current: tick('60000', at) }),
  })
}

export const settleTrade: Step = ({ desk, customer, atMs, at }) => {
  desk.log.act({
    aggregate: futures,
    id: idOf(customer, 'futures'),
    ...{ owner: customer.no, by: { kind: 'system' }, atMs, isLast: true },
    decide: (state) => {
      const ticks = { before: state.entry, after: tick('60100', state.endsAt) }
      return settleFutures(state, { at, ...ticks, recordsPrices: true })
    },
  })
}

function tick(price: string, at: string) {
  return { id: randomUUID(), source: 'benchmark', price, at }
}

const PURPOSES = ['a new car', 'a house repair', 'an education', 'working capital']

export const applyForLoan: Step = (turn) => {
  const { id: userId, index } = turn.customer
  const purpose = PURPOSES[index % PURPOSES.length] ?? ''
  const applicantId = nameNew(turn, 'applicant')
  turn.desk.rows.loanApplicant(applicantId, userId, purpose)
  const fields = { amount: '500', purpose, duration: String(QUICK_LOAN.termDaysMax) }
  const filled = { form: 'home', fields } as const
  const command = { ...userOf(turn), applicantId, documents: [], filled }
  byCustomer(turn, {
    aggregate: loans,
    id: nameNew(turn, 'loan'),
    decide: () => requestLoan(command, { at: turn.at }),
  })
}

export const decideOnLoan: Step = (turn) => {
  const { customer } = turn
  const isRejected = isOf(customer, PARTS.borrows) && isEvery(6, customer)
  const isOwed = !isRejected && isRepaid(turn)
  const verdict = isRejected
    ? ({ action: 'reject', reason: 'The income does not cover it.' } as const)
    : ({ action: 'approve', reason: null } as const)
  const id = idOf(customer, 'loan')
  byStaff(turn, {
    ...{ aggregate: loans, id, isLast: !isOwed },
    decide: (state, review) => reviewLoan(state, verdict, { ...review, worth: null }),
  })
  if (isOwed) customer.ids.set('owed loan', id)
}

/** At the end only loans that are not due soon have an outstanding amount. */
export const repayLoan: Step = (turn) => {
  const { customer, at } = turn
  const id = customer.ids.get('owed loan')
  if (id === undefined) return
  byCustomer(turn, {
    ...{ aggregate: loans, id, isLast: true },
    decide: (state) => payLoan(state, { userId: customer.id }, { at, available: AVAILABLE }),
  })
}

/** At the time of the review; a wide margin covers the days since the application. */
function isRepaid({ desk: { nowMs }, atMs }: Turn): boolean {
  const quietDays = QUICK_LOAN.termDaysMax - DUE_SOON_DAYS
  return atMs + (quietDays / 2) * DAY_MS < nowMs
}
