import { HEAD } from '#server/events/log-head.ts'
import type { Queryable } from '#server/projections/documents.ts'

/** The position of the slowest of some projections, and of the log. */
export async function readFoldedPosition(
  db: Queryable,
  names: readonly string[],
): Promise<{ position: bigint; head: bigint }> {
  const { rows } = await db.query<{ position: string; head: string }>({
    name: 'folded position',
    text: `select (${HEAD}) as head,
                  coalesce(min(coalesce(checkpoint.position, 0)), 0) as position
           from unnest($1::text[]) as asked (name) left join checkpoint using (name)`,
    values: [names],
  })
  const [row] = rows
  return { position: BigInt(row?.position ?? 0), head: BigInt(row?.head ?? 0) }
}
