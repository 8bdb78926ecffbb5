import type { PoolClient } from 'pg'
import { assetOfAccount, type House, ownerOfAccount } from '#server/ledger/chart.ts'
import type { Units } from '#shared/money.ts'
import { type Projection, SIDES_OF_RANGE, transferSides } from './projection.ts'

/**
 * What each side of the house holds: folded behind the log, because a row that every append updates
 * would let the appends through one by one.
 *
 * Shape   house account → sum, and the position up to which it is one
 * Units   1e-8 of the account's asset; below zero where the house has given more than it got
 */
export const houseBalance: Projection = {
  name: 'house-balance',
  table: 'house_balance',
  async advance(transaction, table, { after, upTo }) {
    await transaction.query(
      `insert into ${table} as held (account, amount, position)
       select account, sum(amount), max(position)
       from (${SIDES_OF_RANGE}) as side
       where account < 0
       group by account
       on conflict (account) do update
       set amount = held.amount + excluded.amount, position = excluded.position`,
      [after, upTo],
    )
  },
}

export interface HouseBalance {
  readonly house: House
  readonly symbol: string
  readonly amount: Units
}

const TAIL = transferSides(
  "position > coalesce((select position from checkpoint where name = 'house-balance'), 0)",
)

/** The sums of the house as of the last commit: the folded part and the tail that is not yet in it. */
export async function readHouseBalances(db: Pick<PoolClient, 'query'>): Promise<HouseBalance[]> {
  const { rows } = await db.query<{ account: string; amount: string }>(`
    with tail as (${TAIL})
    select account, sum(amount) as amount
    from (select account, amount from house_balance union all
          select account, amount from tail where account < 0) as part
    group by account order by account desc`)
  return rows.map((row) => {
    const account = BigInt(row.account)
    const house = ownerOfAccount(account) as House
    return { house, symbol: assetOfAccount(account), amount: BigInt(row.amount) }
  })
}
