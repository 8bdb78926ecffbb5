import type { Decision } from '#server/events/decider.ts'
import type { Decimal, Units } from '#shared/money.ts'
import { refuse } from '#shared/refusal.ts'
import { delayCountedAt, type LoanDelay, OWN_DELAY } from '#shared/rules/loan-delay.ts'
import { amountDue, dueAt, repaymentRefusalOf, standingOf } from '#shared/rules/loans.ts'
import { epochMsOf, type Instant, instantOf } from '#shared/time.ts'
import { type LoanState, loanMoney, reviewStatusOf, termsOf } from './decider.ts'
import type { LoanEvent } from './events.ts'

/**
 * A repayment settles a loan in full: principal, interest, and a penalty for the days of delay that
 * the borrower is responsible for.
 *
 * State    active → paid
 * Units    1e-8 USDT
 * Refuses  item.unknown (also for another user's), loan.not_payable, terms.changed,
 *          loan.balance_insufficient: first match wins
 * Source   docs/product.md, Loans
 */
export function payLoan(
  state: LoanState,
  command: { readonly userId: string; readonly claimedTotal?: Decimal | undefined },
  facts: { readonly at: Instant; readonly available: Units; readonly delay?: LoanDelay },
): Decision<LoanEvent> {
  if (state.status === 'none' || state.userId !== command.userId) return refuse('item.unknown')
  if (state.status !== 'active') {
    const status = state.status === 'paid' ? 'paid' : reviewStatusOf(state)
    return refuse('loan.not_payable', { status })
  }
  const delay: LoanDelay = facts.delay ?? OWN_DELAY
  const terms = termsOf(state)
  const nowMs = epochMsOf(facts.at)
  const countedMs = delayCountedAt(delay, { dueMs: epochMsOf(dueAt(terms)), nowMs })
  const due = amountDue(terms, countedMs)
  const { total } = due
  const refused = repaymentRefusalOf(command, { total, available: facts.available })
  if (refused) return refused
  return {
    type: 'LoanRepaid',
    data: {
      principal: loanMoney(due.principal),
      interest: loanMoney(due.interest),
      penalty: loanMoney(due.penalty),
      lateDays: due.lateDays,
      paidAt: facts.at,
      ...(countedMs < nowMs ? { countedAt: instantOf(countedMs) } : {}),
      ...(delay.depositId === undefined ? {} : { depositId: delay.depositId }),
    },
  }
}

/**
 * A borrower is reminded once when the loan is due soon, and once when it is overdue. If the first
 * reminder could not be sent in time, only the second one is sent.
 *
 * State    active, unchanged except for the time of the next reminder
 * Refuses  item.unknown, loan.not_payable, loan.reminded: first match wins
 * Source   docs/product.md, Loans
 */
export function remindOfLoan(
  state: LoanState,
  facts: { readonly at: Instant },
): Decision<LoanEvent> {
  const { status, endsAt } = state
  if (status === 'none') return refuse('item.unknown')
  if (status !== 'active') return refuse('loan.not_payable', { status })
  const nowMs = epochMsOf(facts.at)
  if (endsAt === null || nowMs < epochMsOf(endsAt)) return refuse('loan.reminded')
  const terms = termsOf(state)
  const data = { dueAt: dueAt(terms), remindedAt: facts.at }
  return standingOf(terms, nowMs) === 'overdue'
    ? { type: 'LoanOverdue', data }
    : { type: 'LoanDueSoon', data }
}
