import type { PoolClient } from 'pg'
import type { PositionRange } from '#server/events/follower.ts'

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
  /** From the first event on it reads no row of its own: a rebuild takes most of the log in one step. */
  readonly startsWhole?: true
  /** Storage parameters that the table has. */
  readonly storage?: string
  readonly advance: (transaction: PoolClient, table: string, range: PositionRange) => Promise<void>
}
