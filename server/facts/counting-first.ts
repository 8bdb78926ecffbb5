import { FIRST_COUNTS_DAYS } from '#shared/rules/second-approval.ts'
import { isActiveStaffSql } from './staff-roles.ts'

const APPROVED_BY = `(d.data #>> '{firstApproval,approvedBy}')`

/** In SQL, of a document `d`: its first approval is by a person who is no longer active staff. */
export const FIRST_HAS_LEFT = `(d.data -> 'firstApproval' is not null
  and not ${isActiveStaffSql(APPROVED_BY)})`

/**
 * In SQL, of a document `d`: the id of the person who gave the first of two approvals, or proposed,
 * while that counts; null otherwise. As `countingFirst` of the deciders.
 *
 * @param now an expression: a moment
 */
export function countingFirstSql(now: string): string {
  return `(case when (d.data #>> '{firstApproval,approvedAt}')::timestamptz
                   > ${now} - interval '${FIRST_COUNTS_DAYS} days'
              and not ${FIRST_HAS_LEFT}
         then ${APPROVED_BY}::uuid end)`
}
