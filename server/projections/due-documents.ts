import { type DocumentRow, type Listed, listed, type Queryable } from './documents.ts'

/** How many are taken up at once: the rest waits for the next look. */
export const DUE_PAGE = 500

/**
 * Open streams of a kind whose end has come, the longest overdue first.
 *
 * Their state must hold `endsAt`, an ISO 8601 instant in UTC: such texts sort as the times they name.
 */
export async function listDueDocuments<S>(
  db: Queryable,
  { kind, status, now }: { readonly kind: string; readonly status: string; readonly now: string },
): Promise<Listed<S>[]> {
  const { rows } = await db.query<DocumentRow<S>>({
    name: 'due documents',
    text: `select stream, data from document
           where kind = $1 and status = $2 and data ->> 'endsAt' <= $3
           order by data ->> 'endsAt' limit $4`,
    values: [kind, status, now, DUE_PAGE],
  })
  return rows.map((row) => listed(kind, row))
}
