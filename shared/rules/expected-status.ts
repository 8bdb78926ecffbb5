import { type Refusal, refuse } from '#shared/refusal.ts'

/**
 * Whether a new item begins in the status that the caller expects.
 *
 * Refuses  terms.changed
 * Source   docs/product.md, API conventions
 */
export function statusClaimRefusal(
  claimed: string | undefined,
  actual: string,
): Refusal | undefined {
  if (claimed === undefined || claimed === actual) return undefined
  return refuse('terms.changed', { field: 'status', actual })
}
