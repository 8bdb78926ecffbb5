import { sql } from 'kysely'
import type { Queryable } from '#server/projections/documents.ts'
import { levelled } from '#server/projections/levelled.ts'
import { rowsOf, selectStreams } from './query-builder.ts'
import { type ReviewItem, readRequests, selectRequests } from './requests-for-review.ts'

const KIND = 'kyc'

interface KycPage {
  /** Only this status; every submission where absent. */
  readonly status: string | undefined
  readonly limit: number
  /** The id of the last submission on the previous page. */
  readonly before: string | undefined
}

// A user has only one stream, so lists are ordered by the time of the submission or its review, not
// by id. The expression must match the index.
const MOMENT = sql<string>`coalesce(d.data ->> 'reviewedAt', d.data ->> 'submittedAt')`
const SUBMISSION = sql<string>`d.data ->> 'submissionId'`
const OF_KIND = sql<boolean>`d.kind = ${sql.lit(KIND)}`

/** Verifications of all users: pending ones oldest first, the others newest first. */
export async function listKyc<S>(
  db: Queryable,
  { status, limit, before }: KycPage,
): Promise<ReviewItem<S>[]> {
  const lists = await levelled(db)
  const last = before === undefined ? undefined : await placeOf(lists, before)
  // Replaced or reset since then, so its place in the list is unknown.
  if (before !== undefined && !last) return []
  const [direction, behind] =
    status === 'pending' ? (['asc', '>'] as const) : (['desc', '<'] as const)
  let page = selectRequests('listed')
    .where(OF_KIND)
    .where('d.status', status === undefined ? '<>' : '=', status ?? 'not_submitted')
    .orderBy(MOMENT, direction)
    .orderBy('d.stream', direction)
    .limit(limit)
  if (last) {
    page = page.where(
      sql<boolean>`(${MOMENT}, d.stream) ${sql.raw(behind)} (${last.moment}, ${last.stream})`,
    )
  }
  return readRequests(lists, KIND, page)
}

async function placeOf(lists: Queryable, id: string) {
  const place = selectStreams('listed')
    .select([MOMENT.as('moment'), 'd.stream'])
    .where(OF_KIND)
    .where(SUBMISSION, '=', id)
  return (await rowsOf(lists, place.compile()))[0]
}

/** The verification of a submission; undefined if it has been replaced by a newer one. */
export async function readKyc<S>(db: Queryable, id: string): Promise<ReviewItem<S> | undefined> {
  const one = selectRequests('listed').where(OF_KIND).where(SUBMISSION, '=', id)
  return (await readRequests<S>(await levelled(db), KIND, one))[0]
}
