import type { Pool, PoolClient } from 'pg'
import type { Catalog } from './catalog.ts'
import type { RecordedEvent } from './log.ts'
import { refuseNewerEvents } from './newer-events.ts'
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
  /** Takes its steps in one transaction with the others of which this is true: it is quick. */
  readonly together?: true
  /** Reads events in SQL, where nothing checks that this release knows their versions. */
  readonly inSql?: true
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

/**
 * A follower in SQL: it folds a whole range of positions with one statement.
 *
 * @param readsEvents false if it needs only the streams of the events, not what these say
 */
export function rangeFollower({
  name,
  from = 'start',
  readsEvents = true,
  advance,
}: Named & Pick<Follower, 'advance'> & { readonly readsEvents?: boolean }): Follower {
  return { name, from, positionsAtOnce: 20_000, ...(readsEvents && { inSql: true }), advance }
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
    ...(types && { types }),
    async advance(transaction, range, catalog) {
      const { rows } = await transaction.query<EventRow>({
        name: 'read-range',
        text: `select ${EVENT_COLUMNS} from event
               where position > $1 and position <= $2 and ($3::text[] is null or type = any($3))
               order by position`,
        values: [range.after, range.upTo, types ?? null],
      })
      const events = rows.map((row) => recordedEvent(catalog, row))
      if (events.length > 0) await handle(events, transaction)
    },
  }
}

/** ahead: there are more events. level: all events are read. taken: another process has the lock. */
export type StepOutcome = 'ahead' | 'level' | 'taken'

/** What to do while another process takes a step: leave it to that one, or wait for its end. */
type WhenTaken = 'skip' | 'wait'

/** Advances a follower by one step, in one transaction with its checkpoint. */
export function stepFollower(
  pool: Pool,
  follower: Follower,
  catalog: Catalog,
  whenTaken: WhenTaken = 'skip',
): Promise<StepOutcome> {
  return stepTogether(pool, [follower], catalog, whenTaken)
}

/**
 * Advances followers by one step each, all in one transaction: one that fails undoes the steps of the
 * others.
 */
export async function stepTogether(
  pool: Pool,
  followers: readonly Follower[],
  catalog: Catalog,
  whenTaken: WhenTaken = 'skip',
): Promise<StepOutcome> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const step = await takeStep(client, followers, catalog, whenTaken)
    // A rollback needs no disk write.
    await client.query(step.hasMoved ? 'commit' : 'rollback')
    client.release()
    return step.outcome
  } catch (error) {
    // The connection is in an unknown state: close it.
    client.release(true)
    throw error
  }
}

/** One step in a transaction of the caller, who commits it. */
export async function advanceFollower(
  transaction: PoolClient,
  follower: Follower,
  catalog: Catalog,
  whenTaken: WhenTaken,
): Promise<StepOutcome> {
  return (await takeStep(transaction, [follower], catalog, whenTaken)).outcome
}

async function takeStep(
  client: PoolClient,
  followers: readonly Follower[],
  catalog: Catalog,
  whenTaken: WhenTaken,
): Promise<{ outcome: StepOutcome; hasMoved: boolean }> {
  const { head, positions } = await claim(client, followers, whenTaken)
  if (positions.size === 0) return { outcome: 'taken', hasMoved: false }
  const steps = followers.flatMap((follower) => {
    const after = positions.get(follower.name)
    if (after === undefined || after >= head) return []
    const furthest = after + BigInt(follower.positionsAtOnce)
    return [{ follower, after, upTo: head < furthest ? head : furthest }]
  })
  if (steps.length === 0) return { outcome: 'level', hasMoved: false }
  // Of a follower of some types: this release may not know all that a newer one wants.
  const unread = steps.filter(({ follower }) => follower.inSql || follower.types)
  if (unread.length > 0) await refuseNewerEvents(client, rangeOver(unread), catalog)
  const reached = new Map<string, bigint>()
  for (const { follower, after, upTo } of steps) {
    await follower.advance(client, { after, upTo }, catalog)
    reached.set(follower.name, upTo)
  }
  await client.query({
    name: 'move-checkpoints',
    text: `update checkpoint set position = moved.position
           from unnest($1::text[], $2::bigint[]) as moved (name, position)
           where checkpoint.name = moved.name`,
    values: [[...reached.keys()], [...reached.values()]],
  })
  const isAhead = [...reached.values()].some((position) => position < head)
  return { outcome: isAhead ? 'ahead' : 'level', hasMoved: true }
}

function rangeOver(ranges: readonly PositionRange[]): PositionRange {
  const [first, ...others] = ranges as readonly [PositionRange, ...PositionRange[]]
  return others.reduce(
    (whole, { after, upTo }) => ({
      after: after < whole.after ? after : whole.after,
      upTo: upTo > whole.upTo ? upTo : whole.upTo,
    }),
    first,
  )
}

/** Locks the checkpoints, without those that another process has locked if it may skip them. */
async function claim(
  client: PoolClient,
  followers: readonly Follower[],
  whenTaken: WhenTaken,
): Promise<{ readonly head: bigint; readonly positions: ReadonlyMap<string, bigint> }> {
  const { rows } = await client.query<{ name: string; position: string; head: string }>({
    name: `claim-checkpoints-${whenTaken}`,
    text: `select name, position, (${HEAD}) as head from checkpoint where name = any ($1)
           order by name
           for update ${whenTaken === 'skip' ? 'skip locked' : ''}`,
    values: [followers.map(({ name }) => name)],
  })
  return {
    head: BigInt(rows[0]?.head ?? 0),
    positions: new Map(rows.map(({ name, position }) => [name, BigInt(position)])),
  }
}

/** How far behind a follower may be for one look at the log to serve it with the others. */
const LOOKED_OVER_MAX = 2_000n

/**
 * Moves the followers that want nothing of what was appended up to the end of the log, all at once. In
 * front of a type that only a newer release knows they stay: there they may want it.
 *
 * @returns those that have a step to take
 */
export async function passOver(
  pool: Pool,
  followers: readonly Follower[],
  catalog: Catalog,
): Promise<readonly Follower[]> {
  const { rows } = await pool.query<{ name: string; position: string; head: string }>({
    name: 'read-checkpoints',
    text: `select name, position, (${HEAD}) as head from checkpoint where name = any ($1)`,
    values: [followers.map(({ name }) => name)],
  })
  const head = BigInt(rows[0]?.head ?? 0)
  const positions = new Map(rows.map(({ name, position }) => [name, BigInt(position)]))
  const positionOf = ({ name }: Follower) => positions.get(name) ?? 0n
  const isBehind = (follower: Follower) =>
    positionOf(follower) < head || !positions.has(follower.name)
  const behind = followers.filter(isBehind)
  const near = behind.filter((each) => each.types && head - positionOf(each) <= LOOKED_OVER_MAX)
  if (near.length === 0) return behind
  const after = near.map(positionOf).reduce((least, each) => (each < least ? each : least))
  const last = await lastOfEachType(pool, { after, upTo: head })
  const unknown = [...last.keys()].filter((type) => !catalog.has(type))
  const isNew = (type: string, follower: Follower) => (last.get(type) ?? 0n) > positionOf(follower)
  const unwanting = near.filter(
    (each) => ![...(each.types ?? []), ...unknown].some((type) => isNew(type, each)),
  )
  if (unwanting.length > 0) {
    await pool.query({
      name: 'pass-over',
      text: `with unwanting as (
               select name from checkpoint
               join unnest($1::text[], $2::bigint[]) as seen (name, position) using (name)
               where checkpoint.position between seen.position and $3::bigint - 1
               order by name
               for update of checkpoint skip locked)
             update checkpoint set position = $3 from unwanting
             where checkpoint.name = unwanting.name`,
      values: [unwanting.map(({ name }) => name), unwanting.map(positionOf), head],
    })
  }
  return behind.filter((each) => !unwanting.includes(each))
}

/** The last position of each type of event in a range. */
async function lastOfEachType(
  pool: Pool,
  { after, upTo }: PositionRange,
): Promise<ReadonlyMap<string, bigint>> {
  const { rows } = await pool.query<{ type: string; position: string }>({
    name: 'last-of-each-type',
    text: `select type, max(position) as position from event
           where position > $1 and position <= $2
           group by type`,
    values: [after, upTo],
  })
  return new Map(rows.map(({ type, position }) => [type, BigInt(position)]))
}

const HEAD = 'select coalesce(max(position), 0) from event'

/** The last position that is committed; every position below it is committed too. */
export async function headOf(db: Pick<PoolClient, 'query'>): Promise<bigint> {
  const { rows } = await db.query<{ head: string }>({
    name: 'log-head',
    text: `select (${HEAD}) as head`,
  })
  return BigInt(rows[0]?.head ?? 0)
}

/** Whether a follower has seen everything that is committed now. */
export async function isLevel(
  db: Pick<PoolClient, 'query'>,
  { name }: Pick<Follower, 'name'>,
): Promise<boolean> {
  const { rows } = await db.query<{ level: boolean }>({
    name: 'follower-is-level',
    text: `select position >= (${HEAD}) as level from checkpoint where name = $1`,
    values: [name],
  })
  return rows[0]?.level ?? false
}

/** Creates a follower's checkpoint unless it exists. */
export async function registerFollower(pool: Pool, { name, from }: Follower): Promise<void> {
  await pool.query(
    `insert into checkpoint (name, position)
     select $1, case when $2 then coalesce(max(position), 0) else 0 end from event
     on conflict do nothing`,
    [name, from === 'now'],
  )
}
