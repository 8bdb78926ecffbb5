import type { Balance } from '#server/ledger/balances.ts'
import { assetOfAccount } from '#server/ledger/chart.ts'
import type { Queryable } from './documents.ts'
import { balanceAt, OWN_LINES, ownerParameters } from './journal-lines.ts'

/** What a user had right after a position; assets that were never touched until then are left out. */
export async function readBalancesAsOf(
  db: Queryable,
  userNo: bigint,
  position: bigint,
): Promise<Balance[]> {
  const { rows } = await db.query<{ account: string; available: string; frozen: string }>({
    name: 'balances as of',
    text: `
      with ${OWN_LINES}, asset as (
        select distinct account - account % 2 as account
        from balance where account between $2 and $3
      ), held as (
        select account, ${balanceAt('asset.account', '$4')} as available,
               ${balanceAt('asset.account + 1', '$4')} as frozen
        from asset where account / 1024 = $1
      )
      select account, coalesce(available, 0) as available, coalesce(frozen, 0) as frozen
      from held where available is not null or frozen is not null
      order by account`,
    values: [...ownerParameters(userNo), position],
  })
  return rows.map(({ account, available, frozen }) => ({
    symbol: assetOfAccount(BigInt(account)),
    available: BigInt(available),
    frozen: BigInt(frozen),
  }))
}

// Positions have no gap and were given in the order of their times, so halving finds the last one in
// some twenty look-ups, without an index that every append would have to keep.
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

/** The last position that was recorded before a moment; 0 where the log began later. */
export async function lastPositionBefore(db: Queryable, epochMs: number): Promise<bigint> {
  const { rows } = await db.query<{ position: string }>({
    name: 'last position before',
    text: LAST_BEFORE,
    values: [epochMs],
  })
  return BigInt(rows[0]?.position ?? 0)
}
