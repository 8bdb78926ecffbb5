import { hasLeftSince } from '#server/facts/staff-roles.ts'
import type { Queryable } from '#server/projections/documents.ts'
import type { MayNeedSecondApproval } from './decide-review.ts'

/**
 * Whether the author of a first approval or proposal has stopped being active staff since they gave
 * it, even if they have returned; for a decider.
 */
export async function readFirstHasLeft(
  db: Queryable,
  { firstApproval }: MayNeedSecondApproval,
): Promise<boolean> {
  if (!firstApproval) return false
  const { approvedBy, approvedAt } = firstApproval
  return hasLeftSince(db, approvedBy, approvedAt)
}
