import type { PoolClient } from 'pg'

// Positions have no gaps and are in the order of their times, so binary search finds the last one
// in some twenty look-ups, without an index that every append would have to maintain.
const LAST_BEFORE = `
  with recursive search (low, high) as (
    select 0::bigint, coalesce(max(position), 0) from event
    union all
    select case when is_before then middle else low end,
           case when is_before then high else middle - 1 end
    from (select low, high, (low + high + 1) / 2 as middle from search where low < high) as step
    cross join lateral (
      select recorded_at < to_timestamp($1::float8 / 1000) as is_before
      from event where position = middle
    ) as looked
  )
  select low as position from search where low = high`

/** The last position that was recorded before a point in time; 0 if the log began later. */
export async function lastPositionBefore(
  db: Pick<PoolClient, 'query'>,
  epochMs: number,
): Promise<bigint> {
  const { rows } = await db.query<{ position: string }>({
    name: 'last position before',
    text: LAST_BEFORE,
    values: [epochMs],
  })
  return BigInt(rows[0]?.position ?? 0)
}
