import { describeRefusal, type RefusalCode } from '#shared/errors.ts'
import { type FullLoanFields, fullLoanRefusal } from '#shared/rules/loan-forms.ts'
import { imageProblem, type Problem } from './loan-files.ts'

/** The texts of the loan page, as typed. Source: docs/product.md, Loans. */
export interface FullLoanValues {
  readonly fullName: string
  readonly email: string
  readonly phoneNumber: string
  /** "1990-12-31". */
  readonly dateOfBirth: string
  readonly amount: string
  readonly purpose: string
  /** Days. */
  readonly duration: string
  readonly monthlyIncome: string
}

export const PHOTO_NAMES = ['frontId', 'backId', 'selfieWithId'] as const
export type PhotoName = (typeof PHOTO_NAMES)[number]
export type Photos = Readonly<Partial<Record<PhotoName, File>>>

type FieldName = keyof FullLoanValues | PhotoName

export interface FormProblem extends Problem {
  /** What is wrong in which field, to be said there. */
  readonly fields: Readonly<Partial<Record<FieldName, string>>>
}

interface FilledIn {
  readonly values: FullLoanValues
  readonly photos: Photos
  readonly termsAccepted: boolean
  /** "2026-11-21". */
  readonly today: string
}

/**
 * What keeps the form from being sent; undefined when nothing does.
 *
 * Source: docs/product.md, Loans
 */
export function problemOf(filledIn: FilledIn): FormProblem | undefined {
  const { values, photos, termsAccepted, today } = filledIn
  for (const name of PHOTO_NAMES) {
    const photo = photos[name]
    const problem = photo && imageProblem(photo)
    if (problem) return withFields(problem, { [name]: problem.message })
  }
  const fields: FullLoanFields = {
    ...trimmed(values),
    termsAccepted,
    hasDocuments: PHOTO_NAMES.every((name) => photos[name] !== undefined),
  }
  const refusal = fullLoanRefusal(fields, today)
  if (!refusal) return undefined
  const problem = describeRefusal(refusal.refused, refusal.details)
  return withFields(problem, fieldsOf(refusal.refused, problem.message, filledIn))
}

/** The texts without the spaces around them, as they are sent. */
export function trimmed(values: FullLoanValues): FullLoanValues {
  const entries = Object.entries(values).map(([name, text]) => [name, text.trim()])
  return Object.fromEntries(entries) as unknown as FullLoanValues
}

const FIELD_OF: Partial<Record<RefusalCode, FieldName>> = {
  'loan.birth_date_invalid': 'dateOfBirth',
  'loan.amount_invalid': 'amount',
  'loan.amount_out_of_range': 'amount',
  'loan.duration_unknown': 'duration',
  'loan.purpose_unknown': 'purpose',
  'loan.income_invalid': 'monthlyIncome',
}

function fieldsOf(
  code: RefusalCode,
  message: string,
  { values, photos }: FilledIn,
): FormProblem['fields'] {
  if (code === 'loan.fields_missing') {
    const empty = Object.entries(trimmed(values)).filter(
      ([name, text]) => text === '' && name !== 'monthlyIncome',
    )
    return Object.fromEntries(empty.map(([name]) => [name, 'Please fill this in.']))
  }
  if (code === 'loan.documents_missing') {
    const missing = PHOTO_NAMES.filter((name) => photos[name] === undefined)
    return Object.fromEntries(missing.map((name) => [name, 'This image is missing.']))
  }
  const field = FIELD_OF[code]
  return field ? { [field]: message } : {}
}

function withFields({ title, message }: Problem, fields: FormProblem['fields']): FormProblem {
  return { title, message, fields }
}
