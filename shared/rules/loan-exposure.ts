import { type Decimal, formatUnitsInFull, parseUnits, type Units } from '#shared/money.ts'
import { type Refusal, refuse } from '#shared/refusal.ts'
import { interestOn, LOAN_RATES, type LoanRates } from './loans.ts'

/** How much one user may owe in loans. Source: docs/product.md, Loans. */

/** USDT, with interest and penalties; the operator may set another, or 0 for no limit. */
export const LOAN_OWED_MAX_USDT_DEFAULT: Decimal = '25000'

export interface Exposure {
  /** USDT; "0": no limit. */
  readonly maximum: Decimal
  /** What is due on all open loans of the user now, 1e-8 USDT. */
  readonly owed: Units
}

/**
 * Why a loan would take its borrower above the limit; undefined if it would not.
 *
 * Units    amount: USDT
 * Refuses  loan.owed_too_much
 * Source   docs/product.md, Loans
 */
export function exposureRefusalOf(
  amount: Decimal,
  { maximum, owed }: Exposure,
  rates: LoanRates = LOAN_RATES,
): Refusal | undefined {
  const most = parseUnits(maximum)
  const principal = parseUnits(amount)
  const added = principal + interestOn(principal, rates)
  if (most === 0n || owed + added <= most) return undefined
  return refuse('loan.owed_too_much', {
    maximum: formatUnitsInFull(most),
    owed: formatUnitsInFull(owed),
    added: formatUnitsInFull(added),
  })
}

/**
 * Why a user cannot apply for a loan; undefined if they can.
 *
 * Refuses  loan.one_at_a_time, loan.owed_too_much: first match wins
 * Source   docs/product.md, Loans
 */
export function applicationRefusalOf(
  amount: Decimal,
  exposure: Exposure & { readonly isWaiting: boolean },
): Refusal | undefined {
  if (exposure.isWaiting) return refuse('loan.one_at_a_time')
  const refusal = exposureRefusalOf(amount, exposure)
  return refusal && { ...refusal, details: { ...refusal.details, reader: 'borrower' } }
}

/** The most that can be borrowed now, 1e-8 USDT, rounded down; undefined without a limit. */
export function mostToBorrow({ maximum, owed }: Exposure): Units | undefined {
  const left = parseUnits(maximum) - owed
  if (parseUnits(maximum) === 0n) return undefined
  if (left <= 0n) return 0n
  const whole = 100n * parseUnits('1')
  return (left * whole) / (whole + parseUnits(LOAN_RATES.interest))
}
