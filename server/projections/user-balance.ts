import { SIDES_OF_RANGE } from '#server/events/transfer-sides.ts'
import type { Projection } from './projection.ts'

/**
 * The balances that every append moves. Folding them again from the log repairs them, and proves
 * that they match the log.
 *
 * Shape   user account → amount, never below zero
 * Units   1e-8 of the account's asset
 */
export const userBalance: Projection = {
  name: 'balance',
  table: 'balance',
  inline: true,
  storage: 'fillfactor = 50',
  startsWhole: true,
  async advance(transaction, table, { after, upTo }) {
    if (after === 0n) {
      await transaction.query(
        `insert into ${table} (account, amount)
         select account, sum(amount) from (${SIDES_OF_RANGE}) as side
         where account > 0
         group by account`,
        [after, upTo],
      )
      return
    }
    // Added up before it is stored, because a range may begin with a debit.
    await transaction.query(
      `insert into ${table} as held (account, amount)
       select side.account, sum(side.amount) + coalesce(max(known.amount), 0)
       from (${SIDES_OF_RANGE}) as side
       left join ${table} as known on known.account = side.account
       where side.account > 0
       group by side.account
       on conflict (account) do update set amount = excluded.amount`,
      [after, upTo],
    )
  },
}
