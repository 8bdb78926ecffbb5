import type { RefusalCode } from '#shared/errors.ts'
import { tryParseUnits } from '#shared/money.ts'
import { type Refusal, refuse } from '#shared/refusal.ts'
import { FULL_LOAN, QUICK_LOAN } from './loans.ts'

/** The fields of the two loan forms and why a form is refused. Source: docs/product.md, Loans. */

/** Texts as typed; an absent text is the same as an empty one. */
type Typed = string | undefined

export interface QuickLoanFields {
  readonly amount?: Typed
  readonly purpose?: Typed
  /** Days. */
  readonly duration?: Typed
  readonly monthlyIncome?: Typed
}

/**
 * Why the form of the home page is refused; undefined if it is valid.
 *
 * Refuses  loan.fields_missing, loan.amount_invalid, loan.duration_out_of_range,
 *          loan.income_invalid: first match wins
 */
export function quickRefusalOf(fields: QuickLoanFields): Refusal | undefined {
  const { amount, purpose, duration, monthlyIncome } = fields
  if (!amount || !purpose || !duration) return refuse('loan.fields_missing')
  if (!isAboveZero(amount)) return refuse('loan.amount_invalid')
  const { termDaysMin, termDaysMax } = QUICK_LOAN
  const days = wholeDays(duration)
  if (days === undefined || days < termDaysMin || days > termDaysMax) {
    const details = { minimum: termDaysMin, maximum: termDaysMax }
    return refuse('loan.duration_out_of_range', details)
  }
  return incomeRefusal(monthlyIncome)
}

export interface FullLoanFields extends QuickLoanFields {
  readonly fullName?: Typed
  readonly email?: Typed
  readonly phoneNumber?: Typed
  /** "1990-12-31". */
  readonly dateOfBirth?: Typed
  readonly termsAccepted?: boolean | undefined
  /** All three ID images are present. */
  readonly hasDocuments: boolean
}

/**
 * Why the form of the loan page is refused; undefined if it is valid.
 *
 * Refuses  loan.fields_missing, loan.birth_date_invalid, loan.under_age, loan.amount_invalid,
 *          loan.amount_out_of_range, loan.duration_unknown, loan.purpose_unknown,
 *          loan.income_invalid, loan.documents_missing, loan.terms_required: first match wins
 */
export function fullRefusalOf(fields: FullLoanFields, today: string): Refusal | undefined {
  const { amount, purpose, duration, dateOfBirth } = fields
  const personal = [fields.fullName, fields.email, fields.phoneNumber, dateOfBirth]
  if (!amount || !purpose || !duration || !dateOfBirth || !personal.every(Boolean)) {
    return refuse('loan.fields_missing')
  }
  if (!isBirthDate(dateOfBirth, today)) return refuse('loan.birth_date_invalid')
  if (dateOfBirth > latestBirthDate(today)) {
    return refuse('loan.under_age', { age: BORROWER_AGE_MIN })
  }
  return (
    fullAmountRefusal(amount) ??
    listedRefusal('loan.duration_unknown', FULL_LOAN.termDays, wholeDays(duration)) ??
    listedRefusal('loan.purpose_unknown', FULL_LOAN.purposes, purpose) ??
    incomeRefusal(fields.monthlyIncome) ??
    (fields.hasDocuments ? undefined : refuse('loan.documents_missing')) ??
    (fields.termsAccepted ? undefined : refuse('loan.terms_required'))
  )
}

/** Years. */
const BORROWER_AGE_MIN = 18

/** The last day on which one can be born and be old enough today. */
export function latestBirthDate(today: string): string {
  const [year = '', ...monthAndDay] = today.split('-')
  return [String(Number.parseInt(year, 10) - BORROWER_AGE_MIN), ...monthAndDay].join('-')
}

/** Days as typed; undefined for anything but a whole number. */
export function wholeDays(text: string): number | undefined {
  return /^\d{1,6}$/.test(text) ? Number.parseInt(text, 10) : undefined
}

function isAboveZero(text: string): boolean {
  const units = tryParseUnits(text)
  return units !== undefined && units > 0n
}

function fullAmountRefusal(amount: string): Refusal | undefined {
  const units = tryParseUnits(amount)
  if (units === undefined) return refuse('loan.amount_invalid')
  const { minimum, maximum } = FULL_LOAN
  const [least, most] = [tryParseUnits(minimum) ?? 0n, tryParseUnits(maximum) ?? 0n]
  if (least <= units && units <= most) return undefined
  return refuse('loan.amount_out_of_range', { minimum, maximum })
}

function listedRefusal(
  refused: RefusalCode,
  choices: readonly (string | number)[],
  chosen: string | number | undefined,
): Refusal | undefined {
  if (chosen !== undefined && choices.includes(chosen)) return undefined
  return refuse(refused, { choices: choices.join(', ') })
}

function incomeRefusal(income: Typed): Refusal | undefined {
  if (!income) return undefined
  const units = tryParseUnits(income)
  return units !== undefined && units >= 0n ? undefined : refuse('loan.income_invalid')
}

/** An earlier date is a typo. */
const BIRTH_MIN = '1900-01-01'

/** A calendar day between then and today; dates of this form compare as text. */
function isBirthDate(text: string, today: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const day = new Date(`${text}T00:00:00.000Z`)
  const exists = !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
  return exists && BIRTH_MIN <= text && text <= today
}
