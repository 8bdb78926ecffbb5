import type { Pool, PoolClient } from 'pg'
import { formatUnits, type Units } from '#shared/money.ts'
import { accountRangeOf, assetOfAccount, isFrozen } from './chart.ts'

export interface Balance {
  readonly symbol: string
  readonly available: Units
  readonly frozen: Units
}

/** A balance as responses contain it. */
export function formatBalance({ symbol, available, frozen }: Balance) {
  return { symbol, available: formatUnits(available), frozen: formatUnits(frozen) }
}

type Queryable = Pick<Pool | PoolClient, 'query'>

/** A user's balances in the order of the chart, without assets that were never used. */
export async function readBalances(db: Queryable, userNo: bigint): Promise<Balance[]> {
  const { first, last } = accountRangeOf(userNo)
  const { rows } = await db.query<{ account: string; amount: string }>({
    name: 'read-balances',
    text: 'select account, amount from balance where account between $1 and $2 order by account',
    values: [first, last],
  })
  return balancesOf(rows.map(({ account, amount }) => [account, amount]))
}

/** The two accounts of each asset as one balance. */
export function balancesOf(
  rows: readonly (readonly [account: string, amount: string])[],
): Balance[] {
  const balances = new Map<string, Balance>()
  for (const [number, amount] of rows) {
    const account = BigInt(number)
    const symbol = assetOfAccount(account)
    const known = balances.get(symbol) ?? { symbol, available: 0n, frozen: 0n }
    const part = isFrozen(account) ? 'frozen' : 'available'
    balances.set(symbol, { ...known, [part]: BigInt(amount) })
  }
  return [...balances.values()]
}
