import type { LoanPurpose } from '#shared/rules/loans.ts'

export const PURPOSES: Readonly<Record<LoanPurpose, string>> = {
  trading: 'Trading',
  investment: 'Investment',
  personal: 'Personal',
  business: 'Business',
}

/**
 * A purpose that was chosen has a label; one that was written is shown as it was written. Not
 * `::first-letter`: with it Firefox no longer breaks long words.
 */
export function purposeText(purpose: string): string {
  return PURPOSES[purpose as LoanPurpose] ?? purpose
}
