import type { LoanPurpose } from '#shared/rules/loans.ts'
import { msg, t } from '#shared/text/t.ts'

export const PURPOSES: Readonly<Record<LoanPurpose, string>> = {
  trading: msg('Trading'),
  investment: msg('Investment'),
  personal: msg('Personal'),
  business: msg('Business'),
}

/**
 * A purpose that was chosen has a label; one that was written is shown as it was written. Not
 * `::first-letter`: with it Firefox no longer breaks long words.
 */
export function purposeText(purpose: string): string {
  const label = PURPOSES[purpose as LoanPurpose]
  return label ? t(label) : purpose
}
