import type { Pool, PoolClient } from 'pg'
import type { Account } from './chart.ts'

/**
 * Where a later verification may start. The balance of every account at that position is in
 * `verified_balance`, of which only the necessary part is read.
 */
export interface VerifiedState {
  readonly position: bigint
  /** What users held by asset and part, as accounts of owner 0, and what each house account held. */
  readonly sides: ReadonlyMap<Account, bigint>
  /** Each run compares some accounts that have not moved; the last run ended at this account. */
  readonly comparedTo: Account
  /** How many leaves of the log's tree have been compared with their events. */
  readonly treeSize: number
}

/** The part of it that the balance checks use. */
export type VerifiedBalances = Omit<VerifiedState, 'treeSize'>

/** How many accounts that do not move a run compares: as many as take well below a second. */
export const ACCOUNTS_IN_TURN = 20_000

export const NOTHING_VERIFIED: VerifiedState = {
  position: 0n,
  sides: new Map(),
  comparedTo: 0n,
  treeSize: 0,
}

interface StoredState {
  readonly position: string
  readonly compared_to: string
  readonly sides: {
    readonly position: string
    readonly amounts: Record<string, string>
    /** A server of the previous release does not compare the tree. */
    readonly treeSize?: number
  } | null
}

/** The state at the end of the last verification without faults. */
export async function readVerifiedState(pool: Pool): Promise<VerifiedState> {
  const { rows } = await pool.query<StoredState>(
    'select position, compared_to, sides from verified_position',
  )
  const [known] = rows
  // A server of the previous release updates the position but not the sides.
  if (!known || known.sides?.position !== known.position) return NOTHING_VERIFIED
  const amounts = Object.entries(known.sides.amounts)
  return {
    position: BigInt(known.position),
    sides: new Map(amounts.map(([account, amount]) => [BigInt(account), BigInt(amount)])),
    comparedTo: BigInt(known.compared_to),
    treeSize: known.sides.treeSize ?? 0,
  }
}

/** The balances at the verified position. */
export async function readVerifiedBalances(client: PoolClient): Promise<Map<Account, bigint>> {
  const { rows } = await client.query<{ account: string; amount: string }>(
    'select account, amount from verified_balance',
  )
  return new Map(rows.map((row) => [BigInt(row.account), BigInt(row.amount)]))
}

// The journal has been compared with the log up to the position that is kept.
const EVERY_BALANCE = `
  insert into verified_balance (account, amount)
  select distinct on (account) account, balance from journal
  where position <= $1 order by account, position desc`

const MOVED_BALANCES = `
  insert into verified_balance (account, amount)
  select account, balance
  from (
    select distinct account
    from event cross join lateral unnest(debits || credits) as account
    where position > $2 and position <= $1 and account > 0
  ) as moved
  cross join lateral (
    select balance from journal
    where journal.account = moved.account and position <= $1
    order by position desc limit 1
  ) as last
  on conflict (account) do update set amount = excluded.amount`

/** Saves the end of a verification without faults that started at the position `since`. */
export async function keepVerifiedState(
  client: PoolClient,
  { position, sides, comparedTo, treeSize }: VerifiedState,
  since: bigint,
): Promise<void> {
  if (since === 0n) {
    await forgetVerifiedState(client)
    await client.query(EVERY_BALANCE, [position])
  } else {
    await client.query(MOVED_BALANCES, [position, since])
  }
  const house = [...sides].filter(([account]) => account < 0n)
  await client.query(
    `insert into verified_balance (account, amount)
     select * from unnest($1::bigint[], $2::numeric[])
     on conflict (account) do update set amount = excluded.amount`,
    [house.map(([account]) => account), house.map(([, amount]) => String(amount))],
  )
  const amounts = Object.fromEntries([...sides].map(([account, sum]) => [account, String(sum)]))
  await client.query(
    `insert into verified_position (position, sides, compared_to) values ($1, $2, $3)
     on conflict (only_row) do update
     set position = excluded.position, sides = excluded.sides, compared_to = excluded.compared_to`,
    [position, JSON.stringify({ position: String(position), amounts, treeSize }), comparedTo],
  )
}

/** Forgets the verified state: the next verification begins with the first event. */
export async function forgetVerifiedState(client: Pick<PoolClient, 'query'>): Promise<void> {
  await client.query('delete from verified_balance')
  await client.query('delete from verified_position')
}
