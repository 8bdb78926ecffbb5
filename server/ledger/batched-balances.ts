import type { Pool } from 'pg'
import type { Units } from '#shared/money.ts'
import { type Account, availableOf } from './chart.ts'

/** Accounts looked up in one query at most; more wait for the next one. */
const BATCH_MAX = 200
/** Queries under way at most: the rest of the pool belongs to everybody else. */
const QUERIES_MAX = 2

/** What a user has available of one asset. */
export type ReadAvailable = (userNo: bigint, symbol: string) => Promise<Units>

interface Waiting {
  readonly account: Account
  readonly resolve: (available: Units) => void
  readonly reject: (error: unknown) => void
}

/**
 * Reads single balances, many in one query: commands that arrive while a look-up is under way share
 * the next one. Nothing is cached; the append itself refuses what has been spent since.
 */
export function batchBalances(pool: Pick<Pool, 'query'>): ReadAvailable {
  const waiting: Waiting[] = []
  let underWay = 0

  async function lookUp(batch: readonly Waiting[]): Promise<void> {
    try {
      const amounts = await readAmounts(
        pool,
        batch.map(({ account }) => account),
      )
      for (const { account, resolve } of batch) resolve(amounts.get(account) ?? 0n)
    } catch (error) {
      for (const { reject } of batch) reject(error)
    } finally {
      underWay -= 1
      next()
    }
  }

  function next(): void {
    if (waiting.length === 0 || underWay >= QUERIES_MAX) return
    underWay += 1
    void lookUp(waiting.splice(0, BATCH_MAX))
  }

  return (userNo, symbol) =>
    new Promise((resolve, reject) => {
      waiting.push({ account: availableOf(userNo, symbol), resolve, reject })
      next()
    })
}

async function readAmounts(
  pool: Pick<Pool, 'query'>,
  accounts: readonly Account[],
): Promise<ReadonlyMap<Account, Units>> {
  const { rows } = await pool.query<{ account: string; amount: string }>({
    name: 'read amounts',
    text: 'select account, amount from balance where account = any ($1::bigint[])',
    values: [accounts.map(String)],
  })
  return new Map(rows.map(({ account, amount }) => [BigInt(account), BigInt(amount)]))
}
