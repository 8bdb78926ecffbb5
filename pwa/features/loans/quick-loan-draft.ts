import { describeRefusal } from '#shared/errors.ts'
import { quickLoanRefusal } from '#shared/rules/loan-forms.ts'
import { documentProblem, type Problem } from './loan-files.ts'

/** What a person has entered into the form of the home page. */
export interface QuickLoanDraft {
  readonly amount: string
  readonly purpose: string
  /** Days, as typed. */
  readonly duration: string
  readonly monthlyIncome: string
  readonly documents: readonly File[]
}

export const EMPTY_DRAFT: QuickLoanDraft = {
  amount: '',
  purpose: '',
  duration: '',
  monthlyIncome: '',
  documents: [],
}

/**
 * What keeps the form from being sent; undefined when nothing does.
 *
 * Source: docs/product.md, Loans
 */
export function problemOf(draft: QuickLoanDraft): Problem | undefined {
  const { amount, purpose, duration, monthlyIncome } = draft
  const refusal = quickLoanRefusal({ amount, purpose: purpose.trim(), duration, monthlyIncome })
  if (refusal) return describeRefusal(refusal.refused, refusal.details)
  for (const file of draft.documents) {
    const problem = documentProblem(file)
    if (problem) return problem
  }
  return undefined
}
