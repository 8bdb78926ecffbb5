import { SIDES_OF_RANGE } from '#server/events/transfer-sides.ts'
import type { Projection } from './projection.ts'

/**
 * What each house account holds: folded asynchronously, because a row that every append updates
 * would serialise the appends.
 *
 * Shape   house account → balance, and the position up to which it is folded
 * Units   1e-8 of the account's asset; below zero if the house has given more than it received
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
