import type { PoolClient } from 'pg'
import type { Follower } from './follower.ts'

/** SQL expression for the last position. */
export const HEAD = 'select coalesce(max(position), 0) from event'

/** The last position that is committed; every position below it is committed too. */
export async function headOf(db: Pick<PoolClient, 'query'>): Promise<bigint> {
  const { rows } = await db.query<{ head: string }>({
    name: 'log-head',
    text: `select (${HEAD}) as head`,
  })
  return BigInt(rows[0]?.head ?? 0)
}

/** Whether a follower has seen everything that is committed now. */
export async function isLevel(
  db: Pick<PoolClient, 'query'>,
  { name }: Pick<Follower, 'name'>,
): Promise<boolean> {
  const { rows } = await db.query<{ level: boolean }>({
    name: 'follower-is-level',
    text: `select position >= (${HEAD}) as level from checkpoint where name = $1`,
    values: [name],
  })
  return rows[0]?.level ?? false
}
