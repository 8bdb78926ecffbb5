import { HEAD } from '#server/events/log-head.ts'
import { balanceAt, OWN_LINES, ownerParameters } from '#server/facts/journal-lines.ts'
import { assetOfAccount, sqlChart } from '#server/ledger/chart.ts'
import type { Queryable } from '#server/projections/documents.ts'
import type { Units } from '#shared/money.ts'

export interface HeldAt {
  readonly epochMs: number
  readonly symbol: string
  /** Available and frozen together. */
  readonly amount: Units
}

/** When the first event moved money of a user; undefined if none has. */
export async function firstMovementOf(db: Queryable, userNo: bigint): Promise<number | undefined> {
  const { rows } = await db.query<{ recorded_at: Date }>({
    name: 'first movement',
    text: `with ${OWN_LINES}
           select recorded_at from event where position = (select min(position) from line)`,
    values: [...ownerParameters(userNo)],
  })
  return rows[0]?.recorded_at.getTime()
}

// The last position before each point in time is found by binary search, for all points at once:
// positions have no gaps and are in the order of their times.
const HELD = `
  with recursive search (moment, low, high) as (
    select moment, 0::bigint, (${HEAD})
    from unnest($4::float8[]) as moment
    union all
    select moment, case when is_before then middle else low end,
           case when is_before then high else middle - 1 end
    from (
      select moment, low, high, (low + high + 1) / 2 as middle from search where low < high
    ) as step
    cross join lateral (
      select recorded_at < to_timestamp(moment / 1000) as is_before
      from event where position = middle
    ) as looked
  ), ${OWN_LINES}, touched as (
    select account from balance where account between $2 and $3
  ), held as (
    select moment, ${sqlChart.availableBeside('touched.account')} as account,
           ${balanceAt('touched.account', 'search.low')} as amount
    from search cross join touched
    where low = high
  )
  select moment, account, sum(amount) as amount
  from held group by moment, account having sum(amount) > 0`

/** What a user had of each asset just before each of some points in time, without zero amounts. */
export async function readHeldAt(
  db: Queryable,
  userNo: bigint,
  moments: readonly number[],
): Promise<HeldAt[]> {
  const { rows } = await db.query<{ moment: number; account: string; amount: string }>({
    name: 'held at',
    text: HELD,
    values: [...ownerParameters(userNo), moments],
  })
  return rows.map(({ moment, account, amount }) => ({
    epochMs: moment,
    symbol: assetOfAccount(BigInt(account)),
    amount: BigInt(amount),
  }))
}
