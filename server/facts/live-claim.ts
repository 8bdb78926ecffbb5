import { countingFirstSql } from './counting-first.ts'

/** In SQL, of a document `d`: since when it waits for staff. As in the index listed_reviews. */
export const WAITING_SINCE = `coalesce(d.data ->> 'submittedAt', d.data ->> 'placedAt',
  d.data ->> 'createdAt', d.data #>> '{firstApproval,approvedAt}')`

/**
 * In SQL: whether a claim on a document `d` counts. It is about what waited when it was made: a
 * verification that was submitted anew is another case on the same stream. The first of two approvers is
 * done with the case, while their approval counts: their claim does not block the second.
 *
 * @param claim the row of review_claim
 * @param now an expression: a moment
 */
export function isLiveClaimSql(claim: string, now: string): string {
  return `${claim}.expires_at > ${now} and ${claim}.claimed_at >= (${WAITING_SINCE})::timestamptz
   and ${claim}.claimed_by is distinct from ${countingFirstSql(now)}`
}
