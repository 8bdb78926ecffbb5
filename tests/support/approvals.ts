import type { ApprovedBefore } from '#shared/rules/second-approval.ts'

/** A reviewer without earlier approvals. */
export const NOTHING_APPROVED: ApprovedBefore = {
  forCustomer: 0n,
  forAll: 0n,
  hasCredited: false,
  releasedToCredited: 0n,
  hasChangedSignIn: false,
}
