import type { Loan } from '#shared/contract/loans.ts'
import { type Decimal, formatUnits, tryParsePositive } from '#shared/money.ts'
import { type Delay, delayCountedAt, OWN_DELAY } from '#shared/rules/loan-delay.ts'
import { wholeDays } from '#shared/rules/loan-forms.ts'
import {
  amountDue,
  daysRemaining,
  dueAt,
  interestOn,
  LOAN_RATES,
  type LoanStanding,
  type LoanTerms,
  standingOf,
} from '#shared/rules/loans.ts'
import { t } from '#shared/text/t.ts'
import { epochMsOf, type Instant, instantOf } from '#shared/time.ts'

/** The state of a loan or application, as lists show it. Source: docs/product.md, Loans. */
export type LoanLabel = 'pending' | 'rejected' | 'cancelled' | 'paid' | LoanStanding

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
  if (days === 0) return t('Due today')
  return days < 0
    ? t('{days, plural, one {# day} other {# days}} overdue', { days: -days })
    : t('{days, plural, one {# day} other {# days}} remaining', { days })
}

/** How much of the term has passed, in percent. */
export function termPassed(loan: Loan, nowMs: number): number {
  const left = Math.max(0, daysRemaining(termsOf(loan), nowMs))
  return Math.round(((loan.duration - left) / loan.duration) * 100)
}

export type Due = ReturnType<typeof dueOf>

/** The amount that settles a loan now, by the same rule as the server. */
export function dueOf(loan: Loan, nowMs: number) {
  const terms = termsOf(loan)
  const dueMs = epochMsOf(dueAt(terms))
  const countedMs = delayCountedAt(delayOf(loan), { dueMs, nowMs })
  const { principal, interest, penalty, total, lateDays } = amountDue(terms, countedMs)
  return {
    principal: formatUnits(principal),
    interest: formatUnits(interest),
    penalty: formatUnits(penalty),
    total: formatUnits(total),
    lateDays,
  }
}

/** A response stored by an earlier version of the app has no delay. */
function delayOf({ delay }: Loan): Delay {
  if (!delay) return OWN_DELAY
  const { disabled, deposit } = delay
  const { submitted_at: submittedAt = '', counts_until: countsUntil = '' } = deposit ?? {}
  return { disabled, deposit: deposit && { submittedAt, countsUntil } }
}

export function daysText(days: number): string {
  return t('{days, plural, one {# day} other {# days}}', { days })
}

function termsOf({ amount, duration, starts_at, created_at, rates }: Loan): LoanTerms {
  // A response stored by an earlier version of the app has no start.
  return { amount, termDays: duration, startsAt: starts_at ?? created_at, rates }
}

interface Repayment {
  /** undefined if the amount is not valid yet. */
  readonly principal: Decimal | undefined
  readonly interest: Decimal | undefined
  readonly total: Decimal | undefined
  /** undefined if the days are not valid yet. */
  readonly dueAt: Instant | undefined
}

/**
 * The repayment of an application that is made now, by the same rule as the server.
 *
 * Units    decimal strings in USDT
 * Source   docs/product.md, Loans
 */
export function repaymentOf(amount: string, duration: string, nowMs: number): Repayment {
  const units = tryParsePositive(amount)
  const termDays = wholeDays(duration)
  const ends = termDays ? dueAt({ startsAt: instantOf(nowMs), termDays }) : undefined
  if (units === undefined) {
    return { principal: undefined, interest: undefined, total: undefined, dueAt: ends }
  }
  const interest = interestOn(units, LOAN_RATES)
  return {
    principal: formatUnits(units),
    interest: formatUnits(interest),
    total: formatUnits(units + interest),
    dueAt: ends,
  }
}
