import { SIDES_OF_RANGE } from '#server/events/transfer-sides.ts'
import type { Projection } from './projection.ts'

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
