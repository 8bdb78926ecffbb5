import type { Queryable } from '#server/projections/documents.ts'
import { levelled } from '#server/projections/levelled.ts'

/** How many streams of a kind have each status; a status without any is left out. */
export async function countByStatus(
  db: Queryable,
  kind: string,
): Promise<Readonly<Record<string, number>>> {
  const lists = await levelled(db)
  const { rows } = await lists.query<{ status: string; count: number }>({
    // The kind is part of the text: an index of some kinds serves no others.
    name: `count ${kind} by status`,
    text: `select status, count(*)::int as count from listed where kind = '${kind}' group by status`,
  })
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]))
}
