import type { Pool } from 'pg'
import { batchLoader } from '#shared/batch-loader.ts'
import type { Units } from '#shared/money.ts'
import { type Account, availableOf } from './chart.ts'

/** Reads a user's available balance of one asset. */
export type ReadAvailable = (userNo: bigint, symbol: string) => Promise<Units>

/**
 * Reads single balances, many in one query. The append refuses amounts that were spent since.
 */
export function batchBalances(pool: Pick<Pool, 'query'>): ReadAvailable {
  const read = batchLoader<Account, Units>(String, (accounts) => readAmounts(pool, accounts))
  return async (userNo, symbol) => (await read(availableOf(userNo, symbol))) ?? 0n
}

async function readAmounts(
  pool: Pick<Pool, 'query'>,
  accounts: readonly Account[],
): Promise<ReadonlyMap<string, Units>> {
  const { rows } = await pool.query<{ account: string; amount: string }>({
    name: 'read amounts',
    text: 'select account, amount from balance where account = any ($1::bigint[])',
    values: [accounts.map(String)],
  })
  return new Map(rows.map(({ account, amount }) => [account, BigInt(amount)]))
}
