import type { Queryable } from '#server/projections/documents.ts'

/** The number of the user who owns the stream; undefined if it has no owner. */
export async function findStreamOwner(db: Queryable, stream: string): Promise<bigint | undefined> {
  const { rows } = await db.query<{ owner: string | null }>({
    name: 'owner of a stream',
    text: 'select owner from document where stream = $1',
    values: [stream],
  })
  const owner = rows[0]?.owner
  return owner === null || owner === undefined ? undefined : BigInt(owner)
}
