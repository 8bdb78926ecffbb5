import type { PoolClient } from 'pg'
import type { PositionRange } from '#server/events/subscription.ts'

/** A read model that can be folded from the log, into its table or into one beside it. */
export interface Projection {
  /** Its checkpoint, and its name for `npm run rebuild`. */
  readonly name: string
  readonly table: string
  /** Written inside every append: it has no checkpoint and no follower. */
  readonly inline?: true
  /** Readers wait until it is level, so it takes its steps alone. */
  readonly awaited?: true
  /** Copies documents of streams that have events: what the events say does not matter to it. */
  readonly copiesDocuments?: true
  /** The fold reads and changes no row that it has written: a rebuild can make the key last. */
  readonly addsOnly?: true
  /** Storage parameters that the table has. */
  readonly storage?: string
  readonly advance: (transaction: PoolClient, table: string, range: PositionRange) => Promise<void>
}

/**
 * Both sides of every transfer of the events that a condition names, as rows (position, account,
 * amount): what an account gave is negative. Reading the events twice is several times faster than
 * joining each with its own arrays.
 */
export function transferSides(condition: string): string {
  return `
    select position, unnest(debits) as account, -unnest(amounts) as amount
    from event where ${condition}
    union all
    select position, unnest(credits), unnest(amounts)
    from event where ${condition}`
}

/** {@link transferSides} of a range of positions: $1 exclusive, $2 inclusive. */
export const SIDES_OF_RANGE = transferSides('position > $1 and position <= $2')
