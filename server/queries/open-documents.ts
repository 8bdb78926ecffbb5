import {
  type DocumentRow,
  type Listed,
  listed,
  type Queryable,
} from '#server/projections/documents.ts'
import { levelled } from '#server/projections/levelled.ts'

export interface OpenDocument extends Listed<unknown> {
  readonly kind: string
  readonly since: Date
}

/**
 * A user's open streams of some kinds, newest first: pending and running ones. The condition is
 * that of a partial index, so closed streams cost nothing.
 *
 * @param page.before the last stream of the previous page, which may have ended since
 */
export async function listOpenDocuments(
  db: Queryable,
  { owner, kinds }: { readonly owner: bigint; readonly kinds: readonly string[] },
  page: { readonly limit: number; readonly before: string | undefined },
): Promise<OpenDocument[]> {
  const lists = await levelled(db)
  const { rows } = await lists.query<DocumentRow<unknown> & { kind: string; created_at: Date }>({
    name: 'open documents',
    text: `select stream, kind, created_at, data from listed
           where owner = $1 and (waiting or status = 'active') and kind = any ($2)
             and ($4::text is null or (created_at, stream) <
               (select created_at, stream from document where stream = $4 and owner = $1))
           order by created_at desc, stream desc limit $3`,
    values: [owner, kinds, page.limit, page.before ?? null],
  })
  return rows.map((row) => ({ ...listed(row.kind, row), kind: row.kind, since: row.created_at }))
}
