import type { Pool } from 'pg'
import { type Balance, readBalances } from '#server/ledger/balances.ts'

/** A user's balance of one asset. */
export async function readBalance(pool: Pool, userNo: bigint, symbol: string): Promise<Balance> {
  const balances = await readBalances(pool, userNo)
  const found = balances.find((balance) => balance.symbol === symbol)
  return found ?? { symbol, available: 0n, frozen: 0n }
}
