import type { Pool, PoolClient } from 'pg'
import type { Catalog } from './catalog.ts'
import type { RecordedEvent } from './log.ts'
import { EVENT_COLUMNS, type EventRow, recordedEvent } from './recorded-event.ts'

/** Positions above `after`, up to and with `upTo`. */
export interface PositionRange {
  readonly after: bigint
  readonly upTo: bigint
}

/**
 * Somebody who follows the log and remembers how far it has come.
 *
 * It sees every event, in order of position. What it writes with `transaction` commits together with
 * its checkpoint, so it has its effect exactly once; anything outside may happen again.
 */
export interface Follower {
  /** The checkpoint's name. Stands in the database: never rename one. */
  readonly name: string
  /** Where a new follower begins: with all of history, or with what comes next. */
  readonly from: 'start' | 'now'
  readonly positionsAtOnce: number
  readonly advance: (
    transaction: PoolClient,
    range: PositionRange,
    catalog: Catalog,
  ) => Promise<void>
}

interface Named {
  readonly name: string
  readonly from?: 'start' | 'now'
}

/** A follower in SQL: it folds a whole range of positions with one statement. */
export function rangeFollower({
  name,
  from = 'start',
  advance,
}: Named & Pick<Follower, 'advance'>): Follower {
  return { name, from, positionsAtOnce: 20_000, advance }
}

/** A follower in TypeScript: it gets the events themselves, of the named types or of all. */
export function eventFollower({
  name,
  from = 'start',
  types,
  handle,
}: Named & {
  readonly types?: readonly string[]
  readonly handle: (events: RecordedEvent[], transaction: PoolClient) => Promise<void>
}): Follower {
  return {
    name,
    from,
    positionsAtOnce: 500,
    async advance(transaction, range, catalog) {
      const rows = await readRange(transaction, range, types)
      const events = rows.map((row) => recordedEvent(catalog, row))
      if (events.length > 0) await handle(events, transaction)
    },
  }
}

async function readRange(
  db: PoolClient,
  { after, upTo }: PositionRange,
  types: readonly string[] | undefined,
): Promise<EventRow[]> {
  const { rows } = await db.query<EventRow>({
    name: 'read-range',
    text: `select ${EVENT_COLUMNS} from event
           where position > $1 and position <= $2 and ($3::text[] is null or type = any($3))
           order by position`,
    values: [after, upTo, types ?? null],
  })
  return rows
}

/**
 * How a step ended. ahead: there is more to do at once. level: it has seen everything there was when
 * it looked. taken: another process is at it.
 */
export type StepOutcome = 'ahead' | 'level' | 'taken'

/** Takes a follower one step further, in one transaction with its checkpoint. */
export async function stepFollower(
  pool: Pool,
  follower: Follower,
  catalog: Catalog,
): Promise<StepOutcome> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const claim = await claimRange(client, follower)
    const moves = typeof claim === 'object'
    if (moves) {
      await follower.advance(client, claim, catalog)
      await moveCheckpoint(client, follower.name, claim.upTo)
    }
    // What has written nothing waits for no disk.
    await client.query(moves ? 'commit' : 'rollback')
    client.release()
    if (!moves) return claim
    return claim.upTo < claim.head ? 'ahead' : 'level'
  } catch (error) {
    // Whatever state the connection is in, nobody else gets it.
    client.release(true)
    throw error
  }
}

interface Claim extends PositionRange {
  readonly head: bigint
}

async function claimRange(
  client: PoolClient,
  { name, positionsAtOnce }: Follower,
): Promise<Claim | 'level' | 'taken'> {
  const { rows } = await client.query<{ position: string; head: string }>({
    name: 'claim-range',
    text: `select position, (${HEAD}) as head from checkpoint where name = $1
           for update skip locked`,
    values: [name],
  })
  const [checkpoint] = rows
  if (!checkpoint) return 'taken'
  const [after, head] = [BigInt(checkpoint.position), BigInt(checkpoint.head)]
  if (head <= after) return 'level'
  const furthest = after + BigInt(positionsAtOnce)
  return { after, upTo: head < furthest ? head : furthest, head }
}

async function moveCheckpoint(client: PoolClient, name: string, upTo: bigint): Promise<void> {
  await client.query({
    name: 'move-checkpoint',
    text: 'update checkpoint set position = $2 where name = $1',
    values: [name, upTo],
  })
}

// Every position below it is committed too.
const HEAD = 'select coalesce(max(position), 0) from event'

/** The last position that is committed; every position below it is committed too. */
export async function headOf(db: Pick<PoolClient, 'query'>): Promise<bigint> {
  const { rows } = await db.query<{ head: string }>({
    name: 'log-head',
    text: `select (${HEAD}) as head`,
  })
  return BigInt(rows[0]?.head ?? 0)
}

/** Gives a follower its checkpoint, once for all processes. */
export async function registerFollower(pool: Pool, { name, from }: Follower): Promise<void> {
  await pool.query(
    `insert into checkpoint (name, position)
     select $1, case when $2 then coalesce(max(position), 0) else 0 end from event
     on conflict do nothing`,
    [name, from === 'now'],
  )
}
