import type { Loan } from '#shared/contract/loans.ts'
import { formatUnits } from '#shared/money.ts'
import {
  amountDue,
  daysRemaining,
  type LoanStanding,
  type LoanTerms,
  standingOf,
} from '#shared/rules/loans.ts'

/** The state of a loan or application, as lists show it. Source: docs/product.md, Loans. */
export type LoanLabel = 'pending' | 'rejected' | 'paid' | LoanStanding

export function labelOf(loan: Loan, nowMs: number): LoanLabel {
  if (loan.status !== 'approved') return loan.status
  return loan.loan_status === 'paid' ? 'paid' : standingOf(termsOf(loan), nowMs)
}

/** An approved loan that is not repaid. */
export function isOwed(loan: Loan): boolean {
  return loan.status === 'approved' && loan.loan_status !== 'paid'
}

/** "12 days remaining", "Due today", "3 days overdue". */
export function timeLeft(loan: Loan, nowMs: number): string {
  const days = daysRemaining(termsOf(loan), nowMs)
  if (days === 0) return 'Due today'
  return days < 0 ? `${daysText(-days)} overdue` : `${daysText(days)} remaining`
}

/** How much of the term has passed, in percent. */
export function termPassed(loan: Loan, nowMs: number): number {
  const left = Math.max(0, daysRemaining(termsOf(loan), nowMs))
  return Math.round(((loan.duration - left) / loan.duration) * 100)
}

export type Due = ReturnType<typeof dueOf>

/** What settles a loan at this moment, by the rule that the server charges by. */
export function dueOf(loan: Loan, nowMs: number) {
  const { principal, interest, penalty, total, lateDays } = amountDue(termsOf(loan), nowMs)
  return {
    principal: formatUnits(principal),
    interest: formatUnits(interest),
    penalty: formatUnits(penalty),
    total: formatUnits(total),
    lateDays,
  }
}

export function daysText(days: number): string {
  return days === 1 ? '1 day' : `${days} days`
}

function termsOf({ amount, duration, created_at, rates }: Loan): LoanTerms {
  return { amount, termDays: duration, createdAt: created_at, rates }
}
