import {
  type Decimal,
  formatUnits,
  formatUnitsInFull,
  parseUnits,
  scaleUnits,
  type Units,
} from '#shared/money.ts'
import { type Refusal, refuse } from '#shared/refusal.ts'
import { DAY_MS, daysUntil, epochMsOf, type Instant, instantOf } from '#shared/time.ts'

/** Loans are requested in US dollars, and paid out and repaid in USDT. Source: docs/product.md, Loans. */
export const LOAN_SYMBOL = 'USDT'

/** Fixed at the time of the application. All but the days are percent of the principal. */
export interface LoanRates {
  /** Charged once, independent of the term. */
  readonly interest: Decimal
  /** For each day of delay. */
  readonly penaltyPerDay: Decimal
  /** The limit of all penalties together. */
  readonly penaltyMaximum: Decimal
  /** A loan with this many remaining days or fewer is due soon; absent in earlier applications. */
  readonly dueSoonDays?: number | undefined
}

/** Source: docs/product.md, Loans. */
export const LOAN_RATES = {
  interest: '5.75',
  penaltyPerDay: '5',
  penaltyMaximum: '100',
  dueSoonDays: 7,
} as const satisfies LoanRates

/** For loans whose application did not record it. Never change this value. */
const DUE_SOON_DAYS_UNRECORDED = 7

/** The form of the home page. */
export const QUICK_LOAN = { termDaysMin: 7, termDaysMax: 90 } as const

/** The form of the loan page. */
export const FULL_LOAN = {
  minimum: '1000',
  maximum: '1000000',
  termDays: [30, 60, 90, 180],
  purposes: ['trading', 'investment', 'personal', 'business'],
} as const
export type LoanPurpose = (typeof FULL_LOAN)['purposes'][number]

/** Supporting documents that a file picker offers; the server checks the content. */
export const LOAN_DOCUMENT_EXTENSIONS = ['pdf', 'doc', 'docx', 'jpg', 'jpeg', 'png'] as const
export const LOAN_DOCUMENT_BYTES_MAX = 1024 * 1024
/** Pages of one PDF that staff are shown. */
export const DOCUMENT_PAGES_MAX = 100
/** Supporting documents of one application. */
export const LOAN_DOCUMENTS_MAX = 10

/** The terms from which the amount due is computed. */
export interface LoanTerms {
  readonly amount: Decimal
  readonly termDays: number
  /** The time of the approval: the term starts here. */
  readonly startsAt: Instant
  readonly rates: LoanRates
}

type Term = Pick<LoanTerms, 'termDays' | 'startsAt'>

/** The end of the term: until then the last day is counted as one day remaining. */
export function dueAt({ startsAt, termDays }: Term): Instant {
  return instantOf(epochMsOf(startsAt) + termDays * DAY_MS)
}

/** Duration minus days since the approval, rounded up; below 0 once it is overdue. */
export function daysRemaining(term: Term, nowMs: number): number {
  return daysUntil(dueAt(term), nowMs, term.termDays)
}

export function dueSoonDaysOf({ dueSoonDays = DUE_SOON_DAYS_UNRECORDED }: LoanRates): number {
  return dueSoonDays
}

/** When an unpaid loan becomes due soon. */
export function dueSoonFrom(terms: LoanTerms): Instant {
  return instantOf(epochMsOf(dueAt(terms)) - dueSoonDaysOf(terms.rates) * DAY_MS)
}

/** When an unpaid loan becomes overdue and the first day of the penalty begins. */
export function overdueFrom(term: Term): Instant {
  return overdueAfter(dueAt(term))
}

/** The same for a loan whose term ends at `due`. */
export function overdueAfter(due: Instant): Instant {
  return instantOf(epochMsOf(due) + DAY_MS)
}

/** The state of an approved, unpaid loan. */
export type LoanStanding = 'active' | 'due_soon' | 'overdue'

export function standingOf(terms: LoanTerms, nowMs: number): LoanStanding {
  const days = daysRemaining(terms, nowMs)
  if (days < 0) return 'overdue'
  return days <= dueSoonDaysOf(terms.rates) ? 'due_soon' : 'active'
}

/** The amount that repays a loan at one moment, in 1e-8 USDT; `total` is the sum of the other three. */
export interface AmountDue {
  readonly principal: Units
  readonly interest: Units
  readonly penalty: Units
  readonly total: Units
  /** Days of delay, including those beyond the maximum penalty. */
  readonly lateDays: number
}

/**
 * Principal, flat interest, and a penalty for each day begun since the loan became overdue.
 *
 * Units    1e-8 USDT; interest and penalty are rounded down, in favour of the borrower
 * Source   docs/product.md, Loans
 */
export function amountDue(terms: LoanTerms, nowMs: number): AmountDue {
  const principal = parseUnits(terms.amount)
  const lateDays = Math.max(0, -daysRemaining(terms, nowMs))
  const interest = interestOn(principal, terms.rates)
  const penalty = penaltyOn(principal, terms.rates, lateDays)
  return { principal, interest, penalty, total: principal + interest + penalty, lateDays }
}

/** Flat: it does not depend on the term. Rounded down. */
export function interestOn(principal: Units, { interest }: LoanRates): Units {
  return percentOf(principal, parseUnits(interest))
}

function penaltyOn(principal: Units, rates: LoanRates, lateDays: number): Units {
  const percent = parseUnits(rates.penaltyPerDay) * BigInt(lateDays)
  const most = parseUnits(rates.penaltyMaximum)
  return percentOf(principal, percent < most ? percent : most)
}

/** A percentage of 1 in 1e-8 units. */
const PERCENT = 100n * parseUnits('1')

function percentOf(principal: Units, percent: Units): Units {
  return scaleUnits(principal, percent, PERCENT, 'down')
}

/**
 * Why a loan cannot be repaid; undefined if it can.
 *
 * Units    total, available: 1e-8 USDT; available: undefined if unknown
 * Refuses  terms.changed, loan.balance_insufficient: first match wins
 * Source   docs/product.md, Loans
 */
export function repaymentRefusalOf(
  { claimedTotal }: { readonly claimedTotal?: Decimal | undefined },
  { total, available }: { readonly total: Units; readonly available: Units | undefined },
): Refusal | undefined {
  if (claimedTotal !== undefined && parseUnits(claimedTotal) !== total) {
    return refuse('terms.changed', { field: 'total', actual: formatUnits(total) })
  }
  if (available === undefined || total <= available) return undefined
  return refuse('loan.balance_insufficient', {
    required: formatUnitsInFull(total),
    available: formatUnitsInFull(available),
    shortfall: formatUnitsInFull(total - available),
  })
}
