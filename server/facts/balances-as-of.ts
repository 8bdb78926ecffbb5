import type { Balance } from '#server/ledger/balances.ts'
import { assetOfAccount, sqlChart } from '#server/ledger/chart.ts'
import type { Queryable } from '#server/projections/documents.ts'
import { balanceAt, OWN_LINES, ownerParameters } from './journal-lines.ts'

/** What a user had right after a position, without assets that were never used before. */
export async function readBalancesAsOf(
  db: Queryable,
  userNo: bigint,
  position: bigint,
): Promise<Balance[]> {
  const { rows } = await db.query<{ account: string; available: string; frozen: string }>({
    name: 'balances as of',
    text: `
      with ${OWN_LINES}, asset as (
        select distinct ${sqlChart.availableBeside('account')} as account
        from balance where account between $2 and $3
      ), held as (
        select account, ${balanceAt('asset.account', '$4')} as available,
               ${balanceAt(sqlChart.frozenBeside('asset.account'), '$4')} as frozen
        from asset where ${sqlChart.ownerOf('account')} = $1
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
