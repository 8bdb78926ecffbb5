import type { PoolClient } from 'pg'
import type { Catalog } from './catalog.ts'
import type { RecordedEvent } from './log.ts'
import { EVENT_COLUMNS, type EventRow, recordedEvent } from './recorded-event.ts'

/** Positions above `after`, up to and with `upTo`. */
export interface PositionRange {
  readonly after: bigint
  readonly upTo: bigint
}

/**
 * Reads the log and remembers its position in a checkpoint.
 *
 * It sees every event, in order of position. What it writes with `transaction` commits together with
 * its checkpoint, so it takes effect exactly once; any other effect may be repeated.
 */
export interface Follower {
  /** The checkpoint's name in the database: never rename one. */
  readonly name: string
  /** Where a new follower begins: at the first event or at the next one. */
  readonly from: 'start' | 'now'
  readonly positionsAtOnce: number
  /** The types of event that it wants; all of them if it names none. */
  readonly types?: readonly string[]
  /**
   * Whether it gets events from before their type was wanted. `past`: yes, after later events of
   * other types. `next`: no, which followers that send mails or pushes need.
   */
  readonly newTypes?: 'past' | 'next'
  /**
   * Takes its steps in one transaction with all other followers that set this, because it is quick.
   */
  readonly together?: true
  /** Reads events in SQL, where the versions of events are not checked automatically. */
  readonly inSql?: true
  readonly advance: (
    transaction: PoolClient,
    range: PositionRange,
    catalog: Catalog,
    /** Only of these types; if absent, of all that it wants. */
    only?: readonly string[],
  ) => Promise<void>
}

interface Named {
  readonly name: string
  readonly from?: 'start' | 'now'
}

/**
 * A follower in SQL, which folds a whole range of positions with one statement.
 *
 * @param readsEvents false if it needs only the streams of the events, not their data
 */
export function rangeFollower({
  name,
  from = 'start',
  readsEvents = true,
  advance,
}: Named & Pick<Follower, 'advance'> & { readonly readsEvents?: boolean }): Follower {
  return { name, from, positionsAtOnce: 20_000, ...(readsEvents && { inSql: true }), advance }
}

type Wanted =
  | { readonly types: readonly string[]; readonly newTypes: 'past' | 'next' }
  | { readonly types?: never; readonly newTypes?: never }

/** A follower in TypeScript, which gets the events themselves, of the given types or of all. */
export function eventFollower({
  name,
  from = 'start',
  types,
  newTypes,
  handle,
}: Named &
  Wanted & {
    readonly handle: (events: RecordedEvent[], transaction: PoolClient) => Promise<void>
  }): Follower {
  return {
    name,
    from,
    positionsAtOnce: 500,
    ...(types && { types, newTypes }),
    async advance(transaction, range, catalog, only = types) {
      const { rows } = await transaction.query<EventRow>({
        name: 'read-range',
        text: `select ${EVENT_COLUMNS} from event
               where position > $1 and position <= $2 and ($3::text[] is null or type = any($3))
               order by position`,
        values: [range.after, range.upTo, only ?? null],
      })
      const events = rows.map((row) => recordedEvent(catalog, row))
      if (events.length > 0) await handle(events, transaction)
    },
  }
}
