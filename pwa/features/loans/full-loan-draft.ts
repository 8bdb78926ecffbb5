import { problemOfRefusal } from '#pwa/hooks/refusal-problem.ts'
import { missingProblem, type Problem, problemAt } from '#pwa/ui/problem.ts'
import { LOAN_IMAGE_BYTES_MAX } from '#shared/contract/loans.ts'
import { fullRefusalOf } from '#shared/rules/loan-forms.ts'
import { imageRefusalOf } from '#shared/rules/upload-files.ts'

export const PHOTO_NAMES = ['frontId', 'backId', 'selfieWithId'] as const
export type PhotoName = (typeof PHOTO_NAMES)[number]

const NO_VALUES = {
  fullName: '',
  email: '',
  phoneNumber: '',
  /** "1990-12-31". */
  dateOfBirth: '',
  amount: '',
  purpose: '',
  /** Days. */
  duration: '',
  monthlyIncome: '',
}

/** The texts of the loan page, as typed. */
export type FullLoanValues = Readonly<typeof NO_VALUES>

type Photos = Readonly<Record<PhotoName, File | undefined>>

export interface FullLoanDraft extends FullLoanValues, Photos {
  readonly termsAccepted: boolean
}

export const EMPTY_LOAN: FullLoanDraft = {
  ...NO_VALUES,
  frontId: undefined,
  backId: undefined,
  selfieWithId: undefined,
  termsAccepted: false,
}

export const FIELD_OF = {
  'loan.birth_date_invalid': 'dateOfBirth',
  'loan.under_age': 'dateOfBirth',
  'loan.amount_invalid': 'amount',
  'loan.owed_too_much': 'amount',
  'loan.amount_out_of_range': 'amount',
  'loan.duration_unknown': 'duration',
  'loan.purpose_unknown': 'purpose',
  'loan.income_invalid': 'monthlyIncome',
} as const

/** Why the application cannot be submitted on that day, "2026-11-21". Source: docs/product.md, Loans. */
export function problemOf(draft: FullLoanDraft, today: string): Problem | undefined {
  for (const name of PHOTO_NAMES) {
    const file = draft[name]
    const wrong = file && problemOfRefusal(imageRefusalOf(file, LOAN_IMAGE_BYTES_MAX))
    if (wrong) return problemAt(name, wrong)
  }
  const { values, photos } = partsOf(draft)
  const hasDocuments = Object.values(photos).every(Boolean)
  const { termsAccepted } = draft
  const problem = problemOfRefusal(fullRefusalOf({ ...values, termsAccepted, hasDocuments }, today))
  const { monthlyIncome: _, ...required } = values
  if (problem?.code === 'loan.fields_missing') return missingProblem(required, problem)
  if (problem?.code === 'loan.documents_missing') return missingProblem(photos, problem)
  return problem
}

/** The texts without the spaces around them, and the photos beside them, as they are sent. */
export function partsOf(draft: FullLoanDraft): { values: FullLoanValues; photos: Photos } {
  const { frontId, backId, selfieWithId, termsAccepted: _, ...texts } = draft
  const trimmed = Object.entries(texts).map(([name, text]) => [name, text.trim()])
  return {
    values: Object.fromEntries(trimmed) as unknown as FullLoanValues,
    photos: { frontId, backId, selfieWithId },
  }
}
