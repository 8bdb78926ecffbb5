import { type RawBuilder, sql } from 'kysely'
import { type Listed, listed, type Queryable } from '#server/projections/documents.ts'
import { levelled } from '#server/projections/levelled.ts'
import type { UserNames } from '#shared/contract/fields.ts'
import { isAmong, PERSON_NAMES, rowsOf, type StreamTable, selectStreams } from './query-builder.ts'
import { foundInTwoSteps, patternOf } from './text-search.ts'

/** A stream of a user, of any kind. */
export interface FoundCase extends Listed<unknown> {
  readonly stream: string
  readonly kind: string
  readonly status: string
  readonly waiting: boolean
  readonly createdAt: Date
  readonly user: UserNames & { readonly id: string | null }
}

function selectCases(table: StreamTable) {
  return selectStreams(table)
    .leftJoin('person as p', 'p.user_no', 'd.owner')
    .select([
      'd.stream',
      'd.kind',
      'd.status',
      'd.waiting',
      'd.created_at',
      'd.data',
      'p.user_id',
      ...PERSON_NAMES,
    ])
}

type Cases = ReturnType<typeof selectCases>

export interface OwnCases {
  /** The user's number. */
  readonly owner: bigint
  readonly kinds: readonly string[]
  readonly limit: number
  /** The stream of the last item of the previous page. */
  readonly before?: string | undefined
}

/**
 * A user's streams of some kinds, newest first: each kind is read from the end of its part of an
 * index.
 */
export function listCasesOf(
  db: Queryable,
  { owner, kinds, limit, before }: OwnCases,
): Promise<FoundCase[]> {
  const behind =
    before === undefined
      ? sql`true`
      : sql`(own.created_at, own.stream) <
          (select created_at, stream from document where stream = ${before})`
  const streams = sql`
    select newest.stream from unnest(${kinds}::text[]) as asked (kind)
    cross join lateral (
      select own.stream from document own
      where own.owner = ${owner} and own.kind = asked.kind and ${behind}
      order by own.created_at desc, own.stream desc limit ${limit}
    ) as newest`
  return read(db, newestFirst(selectCases('document').where(isAmong(streams)), limit))
}

/** Streams whose names (kind and id) start with one of these prefixes. */
export function findCasesByName(
  db: Queryable,
  beginnings: readonly string[],
  limit: number,
): Promise<FoundCase[]> {
  // Ids contain no character above "~".
  const streams = sql`
    select found.stream from unnest(${beginnings}::text[]) as asked (beginning)
    cross join lateral (
      select stream from document
      where stream >= asked.beginning and stream < asked.beginning || '~'
      order by stream limit ${limit}
    ) as found`
  return read(db, newestFirst(selectCases('document').where(isAmong(streams)), limit))
}

/** If fewer than one in sixty has the address, the index of addresses is faster. */
const NEWEST_WITHDRAWALS = 500

/** Withdrawals to an address, given any part of it. */
export async function findWithdrawalsTo(
  db: Queryable,
  address: string,
  limit: number,
): Promise<readonly FoundCase[]> {
  const lists = await levelled(db)
  const isTo = sql<boolean>`lower(d.data ->> 'walletAddress') like ${patternOf(address)}`
  const newest = sql`
    select stream from listed
    where stream > 'withdrawal-' and stream < 'withdrawal.'
    order by stream desc limit ${NEWEST_WITHDRAWALS}`
  const page = (condition: RawBuilder<boolean>) =>
    read(lists, newestFirst(selectCases('listed').where(condition).where(isTo), limit))
  return foundInTwoSteps(
    limit,
    () => page(isAmong(newest)),
    () => page(sql`d.kind = 'withdrawal'`),
  )
}

/** The streams, newest first; ids sort by time. */
function newestFirst(cases: Cases, limit: number): Cases {
  return cases.orderBy('d.created_at', 'desc').orderBy('d.stream', 'desc').limit(limit)
}

async function read(db: Queryable, cases: Cases): Promise<FoundCase[]> {
  const rows = await rowsOf(db, cases.compile())
  return rows.map((row) => {
    const { stream, kind, status, waiting, full_name, email, display_id } = row
    return {
      ...listed(kind, row),
      ...{ stream, kind, status, waiting, createdAt: row.created_at },
      user: { id: row.user_id, full_name, email, display_id },
    }
  })
}
