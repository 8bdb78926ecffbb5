import type { ClientBase, Pool } from 'pg'
import { DAY_MS } from '#shared/time.ts'

/** A tick that no event refers to stays this long. */
export const UNKEPT_MS = 7 * DAY_MS

const ROWS_AT_ONCE = 20_000

/** Deletes what is old and unreferred to, a slice at a time so that nobody waits behind it. */
export async function deleteOldTicks(
  db: Pick<Pool | ClientBase, 'query'>,
  nowMs: number,
): Promise<number> {
  const before = new Date(nowMs - UNKEPT_MS)
  let deleted = 0
  while (true) {
    const { rowCount } = await db.query(
      `delete from price_tick where position in (
         select position from price_tick where not kept and at < $1 order by position limit $2)`,
      [before, ROWS_AT_ONCE],
    )
    deleted += rowCount ?? 0
    if ((rowCount ?? 0) < ROWS_AT_ONCE) return deleted
  }
}
