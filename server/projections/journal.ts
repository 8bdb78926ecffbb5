import { SIDES_OF_RANGE } from '#server/events/transfer-sides.ts'
import type { Projection } from './projection.ts'

const LINES = `
  select account, position, sum(amount) as amount
  from (${SIDES_OF_RANGE}) as side
  where account > 0
  group by account, position`

/**
 * The lines of every user's statements: what each event did to each account, and the balance after.
 *
 * Shape   (account, position) → amount, balance
 * Units   1e-8 of the account's asset
 */
export const journal: Projection = {
  name: 'journal',
  table: 'journal',
  startsWhole: true,
  async advance(transaction, table, { after, upTo }) {
    if (after === 0n) {
      await transaction.query(
        `insert into ${table} (account, position, amount, balance)
         select account, position, amount,
                sum(amount) over (partition by account order by position)
         from (${LINES}) as line`,
        [after, upTo],
      )
      return
    }
    await transaction.query(
      `with line as materialized (${LINES}), opening as (
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
