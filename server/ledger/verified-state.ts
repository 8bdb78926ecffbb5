import type { Pool, PoolClient } from 'pg'
import type { Account } from './chart.ts'

/** The balance of every account at a position up to which the ledger was verified. */
export interface VerifiedState {
  readonly position: bigint
  readonly balances: ReadonlyMap<Account, bigint>
}

export const NOTHING_VERIFIED: VerifiedState = { position: 0n, balances: new Map() }

/** The state at the end of the last verification without faults. */
export async function readVerifiedState(pool: Pool): Promise<VerifiedState> {
  const { rows } = await pool.query<{ position: string }>('select position from verified_position')
  const [known] = rows
  if (!known) return NOTHING_VERIFIED
  const balances = await pool.query<{ account: string; amount: string }>(
    'select account, amount from verified_balance',
  )
  return {
    position: BigInt(known.position),
    balances: new Map(balances.rows.map((row) => [BigInt(row.account), BigInt(row.amount)])),
  }
}

/** Saves the end of a verification without faults; `reached` has the accounts that it touched. */
export async function keepVerifiedState(
  client: PoolClient,
  reached: VerifiedState,
  { isFromStart }: { isFromStart: boolean },
): Promise<void> {
  if (isFromStart) await forgetVerifiedState(client)
  const accounts = [...reached.balances]
  await client.query(
    `insert into verified_balance (account, amount)
     select * from unnest($1::bigint[], $2::numeric[])
     on conflict (account) do update set amount = excluded.amount`,
    [accounts.map(([account]) => account), accounts.map(([, amount]) => String(amount))],
  )
  await client.query(
    `insert into verified_position (position) values ($1)
     on conflict (only_row) do update set position = excluded.position`,
    [reached.position],
  )
}

/** Forgets the verified state: the next verification begins with the first event. */
export async function forgetVerifiedState(client: Pick<PoolClient, 'query'>): Promise<void> {
  await client.query('delete from verified_balance')
  await client.query('delete from verified_position')
}
