import type { Queryable } from './documents.ts'
import {
  REVIEW_COLUMNS,
  type ReviewItem,
  type ReviewRow,
  reviewItem,
} from './requests-for-review.ts'

const KIND = 'kyc'

interface KycPage {
  /** Only this status; every submission where absent. */
  readonly status: string | undefined
  readonly limit: number
  /** The id of the submission that stands last on the page before. */
  readonly before: string | undefined
}

// A user has one stream for good, so the time of the submission or its review orders the lists, not
// the id. Written as in the index.
const MOMENT = `coalesce(d.data ->> 'reviewedAt', d.data ->> 'submittedAt')`

interface Order {
  readonly by: 'asc' | 'desc'
  readonly behind: '<' | '>'
}
const OLDEST_FIRST: Order = { by: 'asc', behind: '>' }
const NEWEST_FIRST: Order = { by: 'desc', behind: '<' }

const pageOf = (where: string, { by, behind }: Order, isFirst: boolean) => `${REVIEW_COLUMNS}
  where d.kind = '${KIND}' and ${where}
    ${isFirst ? '' : `and (${MOMENT}, d.stream) ${behind} ($3, $4)`}
  order by ${MOMENT} ${by}, d.stream ${by}
  limit $2`

const ONE = `${REVIEW_COLUMNS} where d.kind = '${KIND}' and d.data ->> 'submissionId' = $1`

/** Verifications of everybody: what waits oldest first, anything else newest first. */
export async function listKyc<S>(
  db: Queryable,
  { status, limit, before }: KycPage,
): Promise<ReviewItem<S>[]> {
  const last = before === undefined ? undefined : await placeOf(db, before)
  // Replaced or reset meanwhile: there is no telling what comes behind it.
  if (before !== undefined && !last) return []
  const where = status === undefined ? 'd.status <> $1' : 'd.status = $1'
  const order = status === 'pending' ? OLDEST_FIRST : NEWEST_FIRST
  const { rows } = await db.query<ReviewRow<S>>(pageOf(where, order, !last), [
    status ?? 'not_submitted',
    limit,
    ...(last ? [last.moment, last.stream] : []),
  ])
  return rows.map((row) => reviewItem(KIND, row))
}

async function placeOf(db: Queryable, id: string) {
  const { rows } = await db.query<{ moment: string; stream: string }>({
    name: 'place of a kyc request',
    text: `select ${MOMENT} as moment, d.stream from document d
           where d.kind = '${KIND}' and d.data ->> 'submissionId' = $1`,
    values: [id],
  })
  return rows[0]
}

/** The verification that rests on a submission; undefined where it rests on another one now. */
export async function readKyc<S>(db: Queryable, id: string): Promise<ReviewItem<S> | undefined> {
  const { rows } = await db.query<ReviewRow<S>>({
    name: 'one kyc request',
    text: ONE,
    values: [id],
  })
  return rows[0] && reviewItem(KIND, rows[0])
}

/** Whose submission it is, also after it was replaced or reset. */
export async function findSubmitter(
  db: Queryable,
  submissionId: string,
): Promise<{ userId: string; userNo: bigint } | undefined> {
  const { rows } = await db.query<{ user_id: string; user_no: string }>({
    name: 'kyc submitter',
    text: `select data ->> 'userId' as user_id, data ->> 'userNo' as user_no from event
           where type = 'KycSubmitted' and data ->> 'submissionId' = $1`,
    values: [submissionId],
  })
  const [row] = rows
  return row && { userId: row.user_id, userNo: BigInt(row.user_no) }
}
