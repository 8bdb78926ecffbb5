import type { Pool } from 'pg'

const LATE_FOLLOWERS = `
  select name from checkpoint
  cross join lateral (
    select recorded_at from event where event.position > checkpoint.position
    order by event.position limit 1) as next
  where next.recorded_at < now() - interval '1 minute'`

/** The names of the followers whose next event has waited for more than a minute. */
export async function lateFollowers(db: Pick<Pool, 'query'>): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>(LATE_FOLLOWERS)
  return rows.map(({ name }) => name)
}
