import type { PoolClient } from 'pg'
import { assetOfAccount, isFrozen } from '#server/ledger/chart.ts'
import type { Units } from '#shared/money.ts'
import { type Projection, SIDES_OF_RANGE } from './projection.ts'

/**
 * The lines of every user's statements: what each event did to each account, and the balance after.
 *
 * Shape   (account, position) → amount, balance
 * Units   1e-8 of the account's asset
 */
export const journal: Projection = {
  name: 'journal',
  table: 'journal',
  async advance(transaction, table, { after, upTo }) {
    await transaction.query(
      `with line as materialized (
         select account, position, sum(amount) as amount
         from (${SIDES_OF_RANGE}) as side
         where account > 0
         group by account, position
       ), opening as (
         select account, coalesce((
           select balance from ${table} as earlier
           where earlier.account = touched.account order by earlier.position desc limit 1
         ), 0) as balance
         from (select distinct account from line) as touched
       )
       insert into ${table} (account, position, amount, balance)
       select account, position, amount,
              opening.balance + sum(amount) over (partition by account order by position)
       from line join opening using (account)`,
      [after, upTo],
    )
  },
}

export interface JournalLine {
  readonly position: bigint
  readonly symbol: string
  readonly part: 'available' | 'frozen'
  readonly amount: Units
  readonly balance: Units
  readonly type: string
  readonly stream: string
  readonly recordedAt: Date
}

/** A user's statement of one account, newest first; `before` is the last position of the page before. */
export async function readJournal(
  db: Pick<PoolClient, 'query'>,
  account: bigint,
  { before, limit }: { before?: bigint; limit: number },
): Promise<JournalLine[]> {
  const { rows } = await db.query({
    name: 'read-journal',
    text: `select j.position, j.amount, j.balance, e.type, e.stream, e.recorded_at
           from journal j join event e on e.position = j.position
           where j.account = $1 and ($2::bigint is null or j.position < $2)
           order by j.position desc limit $3`,
    values: [account, before ?? null, limit],
  })
  return rows.map((row) => ({
    position: BigInt(row.position),
    symbol: assetOfAccount(account),
    part: isFrozen(account) ? 'frozen' : 'available',
    amount: BigInt(row.amount),
    balance: BigInt(row.balance),
    type: row.type,
    stream: row.stream,
    recordedAt: row.recorded_at,
  }))
}
