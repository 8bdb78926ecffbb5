import type { Queryable } from '#server/projections/documents.ts'
import { levelled } from '#server/projections/levelled.ts'

/** The number of streams of a kind by status; statuses without any are left out. */
export async function countByStatus(
  db: Queryable,
  kind: string,
): Promise<Readonly<Record<string, number>>> {
  const lists = await levelled(db)
  const { rows } = await lists.query<{ status: string; count: number }>({
    // The kind is part of the query text, because partial indexes cover only some kinds.
    name: `count ${kind} by status`,
    text: `select status, count(*)::int as count from listed where kind = '${kind}' group by status`,
  })
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]))
}
