import { type DocumentRow, type Listed, listed, PAGE_DEFAULT, type Queryable } from './documents.ts'

/** The person behind a request; empty texts once the account is deleted. */
interface Requester {
  readonly fullName: string
  readonly email: string
  readonly phone: string
  readonly displayId: string
}

export interface ReviewItem<S> extends Listed<S> {
  readonly requester: Requester
  /** Name or e-mail of the member of staff who decided. */
  readonly reviewer: string | null
  /** Of the one who gave the first of two approvals. */
  readonly firstApprover: string | null
}

export interface ReviewPage {
  readonly kind: string
  /** Only this status; every one where absent. */
  readonly status?: string | undefined
  readonly limit?: number | undefined
  /** The id of the last one of the page before. */
  readonly before?: string | undefined
}

/** What every list of the review desk reads of a request, its owner and its reviewer. */
export const REVIEW_COLUMNS = `
  select d.stream, d.data,
         coalesce(p.full_name, '') as full_name, coalesce(p.email, '') as email,
         coalesce(p.phone, '') as phone, coalesce(p.display_id, '') as display_id,
         coalesce(nullif(r.full_name, ''), r.email) as reviewer,
         coalesce(nullif(f.full_name, ''), f.email) as first_approver
  from document d
  left join person p on p.user_no = d.owner
  left join person r on r.user_id = (d.data ->> 'reviewedBy')::uuid
  left join person f on f.user_id = (d.data #>> '{firstApproval,approvedBy}')::uuid`

const WAITING = `${REVIEW_COLUMNS}
  where d.kind = $1 and d.waiting
  order by d.created_at, d.stream
  limit $2`

// Ids sort by the time they were made and stand in the primary key, so the whole of a kind is paged
// without an index of its own. A kind's name is followed by "-" in a stream, and "." comes next; a
// status has an index of its own, in the same order.
const EVERY = (kind: string, isOfStatus: boolean) => `${REVIEW_COLUMNS}
  where d.stream > '${kind}-' and d.stream < $1
    and ${isOfStatus ? `d.kind = '${kind}' and d.status = $3` : '$3::text is null'}
  order by d.stream desc
  limit $2`

export interface ReviewRow<S> extends DocumentRow<S> {
  readonly full_name: string
  readonly email: string
  readonly phone: string
  readonly display_id: string
  readonly reviewer: string | null
  readonly first_approver: string | null
}

/** What waits for a member of staff, oldest first. */
export async function listWaiting<S>(
  db: Queryable,
  kind: string,
  limit = PAGE_DEFAULT,
): Promise<ReviewItem<S>[]> {
  const { rows } = await db.query<ReviewRow<S>>({
    name: 'requests that wait',
    text: WAITING,
    values: [kind, limit],
  })
  return rows.map((row) => reviewItem(kind, row))
}

/** Requests of everybody, newest first. */
export async function listRequests<S>(db: Queryable, page: ReviewPage): Promise<ReviewItem<S>[]> {
  const { kind, status, limit = PAGE_DEFAULT, before } = page
  const { rows } = await db.query<ReviewRow<S>>({
    name: `${kind} requests of everybody${status === undefined ? '' : ', of a status'}`,
    text: EVERY(kind, status !== undefined),
    values: [before === undefined ? `${kind}.` : `${kind}-${before}`, limit, status ?? null],
  })
  return rows.map((row) => reviewItem(kind, row))
}

/** One request of whatever status. */
export async function readRequest<S>(
  db: Queryable,
  kind: string,
  id: string,
): Promise<ReviewItem<S> | undefined> {
  const { rows } = await db.query<ReviewRow<S>>({
    name: 'one request',
    text: `${REVIEW_COLUMNS} where d.stream = $1`,
    values: [`${kind}-${id}`],
  })
  return rows[0] && reviewItem(kind, rows[0])
}

export function reviewItem<S>(kind: string, row: ReviewRow<S>): ReviewItem<S> {
  return {
    ...listed(kind, row),
    requester: {
      fullName: row.full_name,
      email: row.email,
      phone: row.phone,
      displayId: row.display_id,
    },
    reviewer: row.reviewer,
    firstApprover: row.first_approver,
  }
}
