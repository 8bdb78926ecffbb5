import { type Customer, isEvery, isOf, PARTS, type Part } from './customer.ts'
import type { Step } from './desk.ts'
import {
  approveWithdrawalFirst,
  askForWithdrawal,
  decideOnDeposit,
  decideOnWithdrawal,
  reportDeposit,
  seeDeposit,
} from './money-steps.ts'
import * as people from './people-steps.ts'
import * as trades from './trade-steps.ts'

/** A step and its customer. */
interface Planned {
  readonly step: Step
  readonly whose: (customer: Customer) => boolean
}

const of = (part: Part, step: Step): Planned => ({ step, whose: (one) => isOf(one, part) })
const depositing = (step: Step): Planned => ({
  step,
  whose: (one) => !isOf(one, PARTS.depositWaits),
})

/** The time between two steps is the same for every customer. */
export const LIFE: readonly Planned[] = [
  depositing(reportDeposit),
  depositing(decideOnDeposit),
  depositing(seeDeposit),
  of(PARTS.verified, people.submitDocuments),
  of(PARTS.verified, people.decideOnKyc),
  of(PARTS.trades, trades.placeOrder),
  of(PARTS.trades, trades.finishOrder),
  of(PARTS.withdraws, askForWithdrawal),
  of(PARTS.withdraws, decideOnWithdrawal),
  of(PARTS.playsFutures, trades.openTrade),
  of(PARTS.playsFutures, trades.settleTrade),
  of(PARTS.borrows, trades.applyForLoan),
  of(PARTS.borrows, trades.decideOnLoan),
  of(PARTS.borrows, trades.repayLoan),
  of(PARTS.writes, people.writeToSupport),
  of(PARTS.writes, people.answer),
  of(PARTS.writes, people.readByStaff),
  of(PARTS.trades, trades.placeOrder),
  of(PARTS.trades, trades.finishOrder),
  of(PARTS.disabled, people.disableUser),
]

/** What is left for staff to do. */
export const WAITING: readonly Planned[] = [
  of(PARTS.depositWaits, reportDeposit),
  of(PARTS.withdrawalWaits, askForWithdrawal),
  of(PARTS.orderWaits, trades.placeOrder),
  of(PARTS.loanWaits, trades.applyForLoan),
  of(PARTS.kycWaits, people.submitDocuments),
  {
    step: approveWithdrawalFirst,
    whose: (one) => isOf(one, PARTS.withdrawalWaits) && isEvery(2, one),
  },
]
