import { type Decimal, formatUnits, tryParsePositive } from '#shared/money.ts'
import { wholeDays } from '#shared/rules/loan-forms.ts'
import { dueAt, interestOn, LOAN_RATES } from '#shared/rules/loans.ts'
import { type Instant, instantOf } from '#shared/time.ts'

export interface Repayment {
  /** undefined where the amount is none yet. */
  readonly principal: Decimal | undefined
  readonly interest: Decimal | undefined
  readonly total: Decimal | undefined
  /** undefined where the days are none yet. */
  readonly dueAt: Instant | undefined
}

/**
 * The repayment of an application that is made now, by the rule that the server charges by.
 *
 * Units    decimal strings in USDT
 * Source   docs/product.md, Loans
 */
export function repaymentOf(amount: string, duration: string, nowMs: number): Repayment {
  const units = tryParsePositive(amount)
  const termDays = wholeDays(duration)
  const ends = termDays ? dueAt({ createdAt: instantOf(nowMs), termDays }) : undefined
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
