import type { PoolClient } from 'pg'
import type { PositionRange } from '#server/events/follower.ts'

/** A read model that can be folded from the log, into its table or into a copy. */
export interface Projection {
  /** The name of its checkpoint, also used by `npm run rebuild`. */
  readonly name: string
  readonly table: string
  /** Written by every append, so it has no checkpoint and no follower. */
  readonly inline?: true
  /** Readers wait until it is up to date, so it takes its steps separately. */
  readonly awaited?: true
  /** Copies documents of streams that have events; the data of the events does not matter. */
  readonly copiesDocuments?: true
  /**
   * The fold neither reads nor changes rows that it has written, so a rebuild can create the key
   * last.
   */
  readonly addsOnly?: true
  /**
   * A fold from the first event reads none of its own rows, so a rebuild takes most of the log in
   * one step.
   */
  readonly startsWhole?: true
  /** The storage parameters of the table. */
  readonly storage?: string
  readonly advance: (transaction: PoolClient, table: string, range: PositionRange) => Promise<void>
}
