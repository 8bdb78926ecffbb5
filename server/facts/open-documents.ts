import type { Queryable } from '#server/projections/documents.ts'

export interface OpenCount {
  readonly kind: string
  readonly waiting: boolean
  readonly count: number
}

/**
 * How many open streams of some kinds a user has, counted on the documents themselves, because
 * closing an account must not miss one.
 */
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
