import { isActiveStaff } from '#server/facts/staff-roles.ts'
import type { Queryable } from '#server/projections/documents.ts'
import type { MayNeedSecondApproval } from './decide-review.ts'

/** Whether the author of a first approval or proposal is no longer active staff, for a decider. */
export async function readFirstHasLeft(
  db: Queryable,
  { firstApproval }: MayNeedSecondApproval,
): Promise<boolean> {
  return firstApproval !== undefined && !(await isActiveStaff(db, firstApproval.approvedBy))
}
