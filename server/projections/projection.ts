import type { PoolClient } from 'pg'
import type { PositionRange } from '#server/events/subscription.ts'

/** A read model that can be folded from the log in SQL, into its table or into one beside it. */
export interface Projection {
  /** Its checkpoint, and its name for `npm run rebuild`. */
  readonly name: string
  readonly table: string
  /** Written inside every append: it has no checkpoint and no follower. */
  readonly inline?: true
  /** Storage parameters that the table has. */
  readonly storage?: string
  readonly advance: (transaction: PoolClient, table: string, range: PositionRange) => Promise<void>
}

/**
 * Both sides of every transfer in a range of positions ($1 exclusive, $2 inclusive), as rows
 * (position, account, amount): what an account gave is negative.
 */
export const TRANSFER_SIDES = `
  select event.position, side.account, side.amount
  from event
  cross join lateral unnest(debits, credits, amounts) as transfer (debit, credit, amount)
  cross join lateral (values (debit, -transfer.amount), (credit, transfer.amount))
             as side (account, amount)
  where event.position > $1 and event.position <= $2`
