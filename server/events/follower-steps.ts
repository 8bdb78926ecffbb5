import type { Pool, PoolClient } from 'pg'
import type { Catalog } from './catalog.ts'
import type { Follower, PositionRange } from './follower.ts'
import { HEAD } from './log-head.ts'
import { refuseNewerEvents } from './newer-events.ts'
import {
  type Checkpoint,
  type Handled,
  handledFrom,
  missedBy,
  withCaughtUp,
} from './wanted-types.ts'

/** ahead: there are more events. level: all events are read. taken: another process has the lock. */
export type StepOutcome = 'ahead' | 'level' | 'taken'

/** What to do while another process takes a step: skip it, or wait until it ends. */
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
 * Advances followers by one step each, in one transaction: if one fails, the steps of all are
 * rolled back.
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

/** One step in the caller's transaction, which the caller commits. */
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
  const { head, checkpoints } = await claim(client, followers, whenTaken)
  if (checkpoints.size === 0) return { outcome: 'taken', hasMoved: false }
  const { behind, hasRecorded } = await catchUp(client, followers, { checkpoints, catalog })
  const steps = followers.flatMap((follower) => {
    const after = checkpoints.get(follower.name)?.position
    if (after === undefined || after >= head || behind.has(follower.name)) return []
    const furthest = after + BigInt(follower.positionsAtOnce)
    return [{ follower, after, upTo: head < furthest ? head : furthest }]
  })
  if (steps.length === 0) {
    return { outcome: behind.size > 0 ? 'ahead' : 'level', hasMoved: hasRecorded }
  }
  // For a follower of selected types: a newer release may want types that this release does not
  // know.
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
  const isAhead = behind.size > 0 || [...reached.values()].some((position) => position < head)
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

/** Locks the checkpoints; if skipping is allowed, leaves out those locked by another process. */
async function claim(
  client: PoolClient,
  followers: readonly Follower[],
  whenTaken: WhenTaken,
): Promise<{ readonly head: bigint; readonly checkpoints: ReadonlyMap<string, Checkpoint> }> {
  const { rows } = await client.query<CheckpointRow>({
    name: `claim-checkpoints-${whenTaken}`,
    text: `select name, position, types, (${HEAD}) as head from checkpoint where name = any ($1)
           order by name
           for update ${whenTaken === 'skip' ? 'skip locked' : ''}`,
    values: [followers.map(({ name }) => name)],
  })
  return {
    head: BigInt(rows[0]?.head ?? 0),
    checkpoints: new Map(
      rows.map(({ name, position, types }) => [name, { position: BigInt(position), types }]),
    ),
  }
}

interface CheckpointRow {
  readonly name: string
  readonly position: string
  readonly types: Handled | null
  readonly head: string
}

/**
 * Records the types that this release wants, and passes a follower with `past` some of the earlier
 * events of newly wanted types. The follower continues with the log when it has all of them.
 *
 * @returns the followers that still lack some of them, and whether anything was written
 */
async function catchUp(
  client: PoolClient,
  followers: readonly Follower[],
  { checkpoints, catalog }: { checkpoints: ReadonlyMap<string, Checkpoint>; catalog: Catalog },
): Promise<{ readonly behind: ReadonlySet<string>; readonly hasRecorded: boolean }> {
  const behind = new Set<string>()
  let hasRecorded = false
  for (const follower of followers) {
    const { name } = follower
    const checkpoint = checkpoints.get(name)
    if (!checkpoint) continue
    const wanted = handledFrom(follower, checkpoint)
    const current = wanted ? { ...checkpoint, types: wanted } : checkpoint
    const missed = missedBy(follower, current)
    if (missed) await follower.advance(client, missed, catalog, missed.types)
    const types = missed ? withCaughtUp(current, missed) : wanted
    if (!types) continue
    await client.query('update checkpoint set types = $2 where name = $1', [name, types])
    hasRecorded = true
    if (missed) behind.add(name)
  }
  return { behind, hasRecorded }
}

/** Creates a follower's checkpoint unless it exists. */
export async function registerFollower(
  pool: Pool,
  { name, from, ...rest }: Follower,
): Promise<void> {
  const types = handledFrom(rest, { position: 0n, types: null })
  await pool.query(
    `insert into checkpoint (name, position, types)
     select $1, case when $2 then coalesce(max(position), 0) else 0 end, $3 from event
     on conflict do nothing`,
    [name, from === 'now', types ?? null],
  )
}
