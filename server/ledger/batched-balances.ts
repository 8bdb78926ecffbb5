import type { Pool } from 'pg'
import { batchLoader } from '#shared/batch-loader.ts'
import type { Units } from '#shared/money.ts'
import { type Balance, balancesOf } from './balances.ts'
import { type Account, accountRangeOf, availableOf, ownerOfAccount } from './chart.ts'

/** Reads a user's available balance of one asset. */
export type ReadAvailable = (userNo: bigint, symbol: string) => Promise<Units>

/**
 * Reads single balances, many in one query. The append refuses amounts that were spent since.
 */
export function batchBalances(pool: Pick<Pool, 'query'>): ReadAvailable {
  const read = batchLoader<Account, Units>(String, (accounts) => readAmounts(pool, accounts))
  return async (userNo, symbol) => (await read(availableOf(userNo, symbol))) ?? 0n
}

/**
 * Reads all balances of a user, as `readBalances` does: those of many users in one query, because
 * every screen asks for them.
 */
export function batchPortfolios(
  pool: Pick<Pool, 'query'>,
): (userNo: bigint) => Promise<readonly Balance[]> {
  const read = batchLoader<bigint, readonly Balance[]>(String, (users) => readOfUsers(pool, users))
  return async (userNo) => (await read(userNo)) ?? []
}

async function readOfUsers(
  pool: Pick<Pool, 'query'>,
  userNos: readonly bigint[],
): Promise<ReadonlyMap<string, readonly Balance[]>> {
  const ranges = userNos.map(accountRangeOf)
  const { rows } = await pool.query<{ account: string; amount: string }>({
    name: 'read balances of users',
    text: `select account, amount from unnest($1::bigint[], $2::bigint[]) as range (first, last)
           cross join lateral (
             select account, amount from balance where account between first and last
           ) as held
           order by account`,
    values: [ranges.map(({ first }) => String(first)), ranges.map(({ last }) => String(last))],
  })
  const ofUsers = Map.groupBy(rows, ({ account }) => String(ownerOfAccount(BigInt(account))))
  return new Map(
    [...ofUsers].map(([userNo, own]) => [
      userNo,
      balancesOf(own.map(({ account, amount }) => [account, amount])),
    ]),
  )
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
