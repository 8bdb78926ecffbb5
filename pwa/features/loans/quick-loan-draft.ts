import { problemOfRefusal } from '#pwa/hooks/refusal-problem.ts'
import { missingProblem, type Problem } from '#pwa/ui/problem.ts'
import { quickRefusalOf } from '#shared/rules/loan-forms.ts'
import { LOAN_DOCUMENT_BYTES_MAX, LOAN_DOCUMENT_EXTENSIONS } from '#shared/rules/loans.ts'
import { documentRefusalOf } from '#shared/rules/upload-files.ts'

export const EMPTY_DRAFT = {
  amount: '',
  purpose: '',
  /** Days, as typed. */
  duration: '',
  monthlyIncome: '',
  documents: [] as readonly File[],
}

/** The form of the home page. */
export type QuickLoanDraft = Readonly<typeof EMPTY_DRAFT>

export const FIELD_OF = {
  'loan.amount_invalid': 'amount',
  'loan.owed_too_much': 'amount',
  'loan.duration_out_of_range': 'duration',
  'loan.income_invalid': 'monthlyIncome',
  'upload.not_document': 'documents',
  'upload.too_large': 'documents',
  'upload.too_many_pixels': 'documents',
  'upload.active_content': 'documents',
  'upload.protected': 'documents',
  'upload.broken': 'documents',
  'file.unreadable': 'documents',
} as const

/** Why the short application cannot be submitted. Source: docs/product.md, Loans. */
export function problemOf(draft: QuickLoanDraft): Problem | undefined {
  const { amount, purpose, duration, monthlyIncome } = draft
  const refusal = quickRefusalOf({ amount, purpose: purpose.trim(), duration, monthlyIncome })
  const problem = problemOfRefusal(refusal)
  if (problem?.code === 'loan.fields_missing') {
    return missingProblem({ amount, purpose, duration }, problem)
  }
  return problem ?? draft.documents.map(documentProblem).find(Boolean)
}

export function documentProblem(file: File): Problem | undefined {
  const limits = { bytesMax: LOAN_DOCUMENT_BYTES_MAX, extensions: LOAN_DOCUMENT_EXTENSIONS }
  return problemOfRefusal(documentRefusalOf(file, limits))
}
