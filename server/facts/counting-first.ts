import { FIRST_COUNTS_DAYS } from '#shared/rules/second-approval.ts'
import { hasLeftSinceSql } from './staff-roles.ts'

const APPROVED_BY = `(d.data #>> '{firstApproval,approvedBy}')`

const APPROVED_AT = `(d.data #>> '{firstApproval,approvedAt}')`

/**
 * In SQL, of a document `d`: its first approval is by a person who has stopped being active staff
 * since they gave it, even if they have returned.
 */
export const FIRST_HAS_LEFT = `(d.data -> 'firstApproval' is not null
  and ${hasLeftSinceSql(APPROVED_BY, APPROVED_AT)})`

/**
 * In SQL, of a document `d`: the id of the person who gave the first of two approvals, or proposed,
 * while that counts; null otherwise. As `countingFirst` of the deciders.
 *
 * @param now an expression: a moment
 */
export function countingFirstSql(now: string): string {
  return `(case when ${APPROVED_AT}::timestamptz
                   > ${now} - interval '${FIRST_COUNTS_DAYS} days'
              and not ${FIRST_HAS_LEFT}
         then ${APPROVED_BY}::uuid end)`
}
