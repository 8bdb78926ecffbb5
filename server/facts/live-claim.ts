import { countingFirstSql } from './counting-first.ts'

/** SQL: the time since which the document `d` has waited for staff, as in index listed_reviews. */
export const WAITING_SINCE = `coalesce(d.data ->> 'submittedAt', d.data ->> 'placedAt',
  d.data ->> 'createdAt', d.data #>> '{firstApproval,approvedAt}')`

/**
 * SQL condition: a claim on the document `d` is live. A claim applies only to the case that waited
 * when it was made; a verification that was submitted again is another case on the same stream.
 * While the first of two approvals counts, the claim of its author does not block the second
 * approver.
 *
 * @param claim the row of review_claim
 * @param now an SQL expression for the time
 */
export function isLiveClaimSql(claim: string, now: string): string {
  return `${claim}.expires_at > ${now} and ${claim}.claimed_at >= (${WAITING_SINCE})::timestamptz
   and ${claim}.claimed_by is distinct from ${countingFirstSql(now)}`
}
