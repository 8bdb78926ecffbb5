import { type DocumentRow, type Listed, listed, type Queryable } from './documents.ts'

/** More than anybody has open in practice; a list that is longer ends there. */
const PAGE = 500

export interface OpenDocument extends Listed<unknown> {
  readonly kind: string
  readonly since: Date
}

/**
 * What a user has open of some kinds, newest first: what waits for a decision, and what
 * runs. Its condition is the one of a partial index, so that what is over costs nothing.
 */
export async function listOpenDocuments(
  db: Queryable,
  owner: bigint,
  kinds: readonly string[],
): Promise<OpenDocument[]> {
  const { rows } = await db.query<DocumentRow<unknown> & { kind: string; created_at: Date }>({
    name: 'open documents',
    text: `select stream, kind, created_at, data from document
           where owner = $1 and (waiting or status = 'active') and kind = any ($2)
           order by created_at desc, stream desc limit $3`,
    values: [owner, kinds, PAGE],
  })
  return rows.map((row) => ({ ...listed(row.kind, row), kind: row.kind, since: row.created_at }))
}

export interface OpenCount {
  readonly kind: string
  readonly waiting: boolean
  readonly count: number
}

/** How many streams of some kinds a user has open. */
export async function countOpenDocuments(
  db: Queryable,
  owner: bigint,
  kinds: readonly string[],
): Promise<OpenCount[]> {
  const { rows } = await db.query<OpenCount>({
    name: 'count open documents',
    text: `select kind, waiting, count(*)::int as count from document
           where owner = $1 and (waiting or status = 'active') and kind = any ($2)
           group by kind, waiting order by kind, waiting`,
    values: [owner, kinds],
  })
  return rows
}
