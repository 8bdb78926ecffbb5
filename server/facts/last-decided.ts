import type { Queryable } from '#server/projections/documents.ts'
import type { Instant } from '#shared/time.ts'

interface Asked {
  /** The user's number. */
  readonly owner: bigint
  /** One kind of request. */
  readonly kind: string
  readonly until: Instant
}

/** When staff last decided a request of a user, up to a moment; undefined: never until then. */
export async function findLastDecided(
  db: Queryable,
  { owner, kind, until }: Asked,
): Promise<Instant | undefined> {
  const { rows } = await db.query<{ at: Instant | null }>({
    name: 'last decided',
    text: `select max(data ->> 'reviewedAt') as at from document
           where kind = $1 and owner = $2 and data ->> 'reviewedAt' <= $3`,
    values: [kind, owner, until],
  })
  return rows[0]?.at ?? undefined
}
