import { ownerOf } from '#server/facts/user-numbers.ts'
import {
  type DocumentRow,
  type Listed,
  listed,
  PAGE_DEFAULT,
  type Queryable,
} from '#server/projections/documents.ts'
import { type Refusal, refuse } from '#shared/refusal.ts'
import { type Instant, instantOf } from '#shared/time.ts'

export interface OwnPage {
  readonly kind: string
  /** The user's number. */
  readonly owner: bigint
  /** Only these statuses; all if absent. */
  readonly statuses?: readonly string[] | undefined
  /** Includes entries that staff hid; a result that its owner has not seen is always listed. */
  readonly withArchived?: boolean
  /** true: only unacknowledged results; false: only everything else. */
  readonly isNew?: boolean | undefined
  readonly limit?: number | undefined
  /** The stream that is the last of the previous page. */
  readonly before?: string | undefined
  /** The last entry of the previous page, of any kind: lists of several kinds page together. */
  readonly behind?: ListPlace | undefined
}

/** An entry's position in lists that are newest first; ids break ties. */
export interface ListPlace {
  readonly at: Instant
  readonly id: string
}

/**
 * Whether the owner has not acknowledged the result or, if the kind has no OK, has not been shown
 * it.
 */
const IS_UNSEEN = `coalesce(
  (d.data ->> 'isNew')::boolean,
  d.data ->> 'reviewedAt' > coalesce((
    select seen.data #>> array['seenUntil', d.kind] from document seen
    where seen.kind = 'seen-results' and seen.owner = d.owner
  ), ''),
  false)`

// Hiding only shortens the history: a result must not disappear before its owner has seen it.
const OWN_PAGE = `
  select d.stream, d.data
  from document d
  left join document last on last.stream = $6 and last.owner = $2
  where d.kind = $1 and d.owner = $2
    and ($3::text[] is null or d.status = any ($3))
    and ($4 or d.data ->> 'hiddenForUser' is distinct from 'true' or ${IS_UNSEEN})
    and ($7::boolean is null or (d.data ->> 'isNew' is not distinct from 'true') = $7)
    and ($6::text is null or (d.created_at, d.stream) < (last.created_at, last.stream))
    and ($8::timestamptz is null or (d.created_at, d.stream) < ($8, $9::text))
  order by d.created_at desc, d.stream desc
  limit $5`

/** A user's streams of one kind, newest first. */
export async function listOwnDocuments<S>(db: Queryable, page: OwnPage): Promise<Listed<S>[]> {
  const { kind, owner, statuses, isNew, before, behind } = page
  const { withArchived = true, limit = PAGE_DEFAULT } = page
  const { rows } = await db.query<DocumentRow<S>>({
    name: 'own documents',
    text: OWN_PAGE,
    values: [
      ...[kind, owner, statuses ?? null, withArchived, limit, before ?? null, isNew ?? null],
      ...(behind ? [behind.at, `${kind}-${behind.id}`] : [null, null]),
    ],
  })
  return rows.map((row) => listed(kind, row))
}

/** How many results of these kinds a user has not acknowledged, hidden or not. */
export async function countNew(
  db: Queryable,
  owner: bigint,
  kinds: readonly string[],
): Promise<number> {
  const { rows } = await db.query<{ count: number }>({
    name: 'count new',
    text: `select count(*)::int as count from document
           where kind = any ($1) and owner = $2 and data ->> 'isNew' = 'true'`,
    values: [kinds, owner],
  })
  return rows[0]?.count ?? 0
}

interface Decided {
  /** The user's number. */
  readonly owner: bigint
  readonly kind: string
  readonly since: Instant
}

/** How many requests of one kind staff have decided since a given time, hidden or not. */
export async function countDecided(db: Queryable, decided: Decided): Promise<number> {
  const { owner, kind, since } = decided
  const { rows } = await db.query<{ count: number }>({
    name: 'count decided',
    text: `select count(*)::int as count from document
           where kind = $1 and owner = $2 and data ->> 'reviewedAt' > $3`,
    values: [kind, owner, since],
  })
  return rows[0]?.count ?? 0
}

/** The query parameters of routes that list documents of one user. */
interface AskedList {
  /** The caller's own if the route names no user. */
  readonly params?: { readonly userId: string } | undefined
  readonly query: {
    readonly archived?: string | undefined
    readonly limit?: number | undefined
    /** The id of the last item of the previous page. */
    readonly before?: string | undefined
  }
  readonly caller: { readonly userId: string; readonly userNo: bigint }
}

/**
 * A page of a user's streams of one kind.
 *
 * Refuses  item.unknown for an unknown user
 */
export async function listAsked<S>(
  db: Queryable,
  kind: string,
  { params, query: { archived, limit, before }, caller }: AskedList,
  statuses?: readonly string[],
): Promise<Listed<S>[] | Refusal> {
  const owner = params ? await ownerOf(db, params.userId, caller) : caller.userNo
  if (owner === undefined) return refuse('item.unknown')
  return listOwnDocuments<S>(db, {
    kind,
    owner,
    statuses,
    withArchived: archived === 'true',
    limit,
    before: before === undefined ? undefined : `${kind}-${before}`,
  })
}

export interface Entry {
  readonly id: string
  readonly created_at: Instant
}

/** When the user's stream among these was created; undefined if they have none. */
export async function findBeginning(
  db: Queryable,
  owner: bigint,
  streams: readonly string[],
): Promise<Instant | undefined> {
  const { rows } = await db.query<{ at: Date }>({
    name: 'beginning of a stream',
    text: 'select created_at as at from document where stream = any ($1) and owner = $2',
    values: [streams, owner],
  })
  return rows[0] && instantOf(rows[0].at.getTime())
}

/** Compares entries of several kinds in the order of each list. */
export function newestFirst(one: Entry, other: Entry): number {
  if (one.created_at !== other.created_at) return one.created_at < other.created_at ? 1 : -1
  return one.id < other.id ? 1 : -1
}
