import { sql } from 'kysely'
import { FIRST_HAS_LEFT } from '#server/facts/counting-first.ts'
import { nameSql } from '#server/facts/person-sql.ts'
import { LISTED_KINDS } from '#server/ledger/listed-rule.ts'
import {
  type DocumentRow,
  type Listed,
  listed,
  PAGE_DEFAULT,
  type Queryable,
} from '#server/projections/documents.ts'
import { levelled } from '#server/projections/levelled.ts'
import type { UserNames } from '#shared/contract/fields.ts'
import {
  PERSON_NAMES,
  rowsOf,
  type StreamTable,
  selectStreams,
  type WaitingOnly,
} from './query-builder.ts'

export interface ReviewItem<S> extends Listed<S> {
  readonly requester: UserNames
  readonly phone: string
  /** Name or e-mail of the member of staff who decided. */
  readonly reviewer: string | null
  /** Name or e-mail of the member of staff who gave the first of two approvals. */
  readonly firstApprover: string | null
  /** Whether that member of staff has stopped being active staff since. */
  readonly firstHasLeft: boolean
  /** When the requester's last freeze of withdrawals ends. */
  readonly frozenUntil: Date | null
}

export interface ReviewPage {
  readonly kind: string
  /** Only this status; all if absent. */
  readonly status?: string | undefined
  readonly limit?: number | undefined
  /** The id of the last item of the previous page. */
  readonly before?: string | undefined
}

/**
 * The columns of a request, its owner and its reviewer that every list of the review desk reads.
 */
export function selectRequests(table: StreamTable) {
  return selectStreams(table)
    .leftJoin('person as p', 'p.user_no', 'd.owner')
    .leftJoin('person as r', (on) =>
      on.on(sql<boolean>`r.user_id = (d.data ->> 'reviewedBy')::uuid`),
    )
    .leftJoin('person as f', (on) =>
      on.on(sql<boolean>`f.user_id = (d.data #>> '{firstApproval,approvedBy}')::uuid`),
    )
    .select([
      'd.stream',
      'd.data',
      ...PERSON_NAMES,
      sql<string>`coalesce(p.phone, '')`.as('phone'),
      sql<Date | null>`p.withdrawals_frozen_until`.as('frozenUntil'),
      sql.raw<string | null>(nameSql('r')).as('reviewer'),
      sql.raw<string | null>(nameSql('f')).as('firstApprover'),
      sql<boolean>`${sql.raw(FIRST_HAS_LEFT)}`.as('firstHasLeft'),
    ])
}

type Requests = ReturnType<typeof selectRequests>

/** Runs a query of requests; `S` is the state of their kind. */
export async function readRequests<S>(
  db: Queryable,
  kind: string,
  query: Requests,
): Promise<ReviewItem<S>[]> {
  const rows = await rowsOf(db, query.compile())
  return rows.map((row) => reviewItem(kind, row as ReviewRow<S>))
}

type ReviewRow<S> = DocumentRow<S> & UserNames & Omit<ReviewItem<S>, 'requester'>

interface WaitingPage extends Omit<ReviewPage, 'status'> {
  readonly only?: WaitingOnly | undefined
}

/** Requests that wait for review, oldest first. */
export async function listWaiting<S>(
  db: Queryable,
  { kind, limit = PAGE_DEFAULT, before, only }: WaitingPage,
): Promise<ReviewItem<S>[]> {
  // The last request of the previous page may have been decided since; its row still contains its
  // place.
  const last = `${kind}-${before}`
  const waiting = selectRequests('listed')
    .where('d.kind', '=', kind)
    .where(sql<boolean>`d.waiting`)
    .where(only ?? sql<boolean>`true`)
    .$if(before !== undefined, (query) =>
      query.where(
        sql<boolean>`(d.created_at, d.stream) >
          (select created_at, stream from document where stream = ${last})`,
      ),
    )
    .orderBy('d.created_at')
    .orderBy('d.stream')
    .limit(limit)
  return readRequests(await levelled(db), kind, waiting)
}

/**
 * Requests of all users, newest first. Ids sort by time and are part of the primary key, so all
 * requests of a kind are paged without a separate index; a status has an index in the same order.
 */
export async function listRequests<S>(db: Queryable, page: ReviewPage): Promise<ReviewItem<S>[]> {
  const { kind, status, limit = PAGE_DEFAULT, before } = page
  const isListed = LISTED_KINDS.has(kind)
  const requests = selectRequests(isListed ? 'listed' : 'document')
    .where('d.stream', '>', `${kind}-`)
    // Stream names have "-" after the kind, and "." is the next character.
    .where('d.stream', '<', before === undefined ? `${kind}.` : `${kind}-${before}`)
    .$if(status !== undefined, (query) =>
      query.where('d.kind', '=', kind).where('d.status', '=', status as string),
    )
    .orderBy('d.stream', 'desc')
    .limit(limit)
  return readRequests(isListed ? await levelled(db) : db, kind, requests)
}

/** One request of any status. */
export async function readRequest<S>(
  db: Queryable,
  kind: string,
  id: string,
): Promise<ReviewItem<S> | undefined> {
  const one = selectRequests('document').where('d.stream', '=', `${kind}-${id}`)
  return (await readRequests<S>(db, kind, one))[0]
}

function reviewItem<S>(kind: string, row: ReviewRow<S>): ReviewItem<S> {
  const { full_name, email, display_id, phone, reviewer, frozenUntil } = row
  const { firstApprover, firstHasLeft } = row
  const requester = { full_name, email, display_id }
  return {
    ...{ ...listed(kind, row), requester, phone, reviewer, frozenUntil },
    ...{ firstApprover, firstHasLeft },
  }
}
