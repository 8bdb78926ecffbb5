import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseError, type Pool, type PoolClient } from 'pg'
import { headOf } from '#server/events/log-head.ts'
import { LOCKS, lockSession, unlock } from '#server/platform/locks.ts'
import type { Projection } from './projection.ts'

/** Few enough to show progress, many enough that the cost of a step does not matter. */
const POSITIONS_AT_ONCE = 250_000n

/**
 * The first step of a fold that reads none of its rows. What it sorts or joins must fit on the
 * disk.
 */
const POSITIONS_IN_WHOLE_STEP = 20_000_000n

/**
 * How many events may be left for the time during which appends wait: a few milliseconds of work.
 */
const LEFT_FOR_SWAP_MAX = 100n

/** Appends queue behind the swap while it waits for the table's readers. */
const LOCK_TIMEOUT_MS = 50
const PAUSE_BETWEEN_SWAPS_MS = 250

/** A rebuild is a single session, so it may use more memory for sorting than a request. */
const ROOMY = `set maintenance_work_mem = '256MB'; set work_mem = '64MB'`
const USUAL = 'reset maintenance_work_mem; reset work_mem'

/**
 * Folds a projection again from the first event into a table beside the live one and swaps it in.
 * Indexes that the fold itself does not read are created when the table is filled, in one pass
 * each. The key of a fold that starts with most of the log is created after its first step.
 *
 * Appends and readers continue during the fold. They wait only while the last events are folded and
 * the tables are swapped: milliseconds, and never behind a long reader of the table, because the
 * swap gives up early and retries. Rebuilds take turns: two that fold into one table would count
 * every event twice.
 */
export async function rebuild(
  pool: Pool,
  projection: Projection,
  onProgress: (done: bigint, head: bigint) => void,
): Promise<void> {
  const { table, storage, addsOnly, startsWhole } = projection
  const beside = `${table}_rebuild`
  const client = await pool.connect()
  try {
    await lockSession(client, LOCKS.rebuild)
    await client.query(`drop table if exists ${beside}`)
    await client.query(`create table ${beside} (like ${table} including all excluding indexes)`)
    if (storage) await client.query(`alter table ${beside} set (${storage})`)
    await client.query(ROOMY)
    const indexes = await readIndexes(client, table, beside)
    const isFirst = ({ isKey }: Index) => isKey && !addsOnly
    const fold = { projection, beside, indexes, done: 0n, onProgress }
    if (addsOnly) await takeHalves(pool, client, fold)
    if (startsWhole) await takeStep(client, fold, POSITIONS_IN_WHOLE_STEP)
    await makeIndexes(client, indexes.filter(isFirst))
    await foldUpToHead(client, fold, { left: LEFT_FOR_SWAP_MAX })
    await makeIndexes(
      client,
      indexes.filter((index) => !isFirst(index)),
    )
    await client.query(`analyze ${beside}`)
    while (!(await swap(client, fold))) await sleep(PAUSE_BETWEEN_SWAPS_MS)
    await client.query(USUAL)
    await unlock(client, LOCKS.rebuild)
    client.release()
  } catch (error) {
    // Closing the connection also releases the lock.
    client.release(true)
    throw error
  }
}

interface Fold {
  readonly projection: Projection
  readonly beside: string
  readonly indexes: readonly Index[]
  readonly onProgress: (done: bigint, head: bigint) => void
  done: bigint
}

/** Folds until at most `left` events are missing, while the log keeps growing. */
async function foldUpToHead(
  client: PoolClient,
  fold: Fold,
  { left }: { left: bigint },
): Promise<void> {
  while ((await headOf(client)) - fold.done > left) {
    await takeStep(client, fold, POSITIONS_AT_ONCE)
  }
}

async function takeStep(client: PoolClient, fold: Fold, positions: bigint): Promise<void> {
  const { projection, beside, onProgress } = fold
  const head = await headOf(client)
  const furthest = fold.done + positions
  const upTo = head < furthest ? head : furthest
  await projection.advance(client, beside, { after: fold.done, upTo })
  fold.done = upTo
  onProgress(upTo, head)
}

/**
 * Runs the first step of a fold whose rows do not depend on each other: one half on a second
 * connection, if the pool has a free one. Waiting for a connection could deadlock, because others
 * may hold all of them while they wait for this rebuild.
 */
async function takeHalves(pool: Pool, client: PoolClient, fold: Fold): Promise<void> {
  if (!hasFreeConnection(pool)) return takeStep(client, fold, POSITIONS_IN_WHOLE_STEP)
  const { projection, beside, onProgress } = fold
  const head = await headOf(client)
  const upTo = head < POSITIONS_IN_WHOLE_STEP ? head : POSITIONS_IN_WHOLE_STEP
  const middle = upTo / 2n
  const other = await pool.connect()
  try {
    await other.query(ROOMY)
    const halves = [
      projection.advance(client, beside, { after: 0n, upTo: middle }),
      projection.advance(other, beside, { after: middle, upTo }),
    ]
    // Both end before either failure is reported, because the table is dropped then.
    const [first, second] = await Promise.allSettled(halves)
    for (const half of [first, second]) if (half?.status === 'rejected') throw half.reason
    await other.query(USUAL)
    other.release()
  } catch (error) {
    other.release(true)
    throw error
  }
  fold.done = upTo
  onProgress(upTo, head)
}

function hasFreeConnection({ totalCount, idleCount, options }: Pool): boolean {
  return totalCount - idleCount < options.max
}

/** @returns false if the table was in use for too long; then nothing has changed. */
async function swap(client: PoolClient, fold: Fold): Promise<boolean> {
  const { projection, beside, indexes } = fold
  const { name, table, inline } = projection
  await foldUpToHead(client, fold, { left: LEFT_FOR_SWAP_MAX })
  await client.query('begin')
  // Lock the follower first, then the table, in the same order as a follower's step. An append that
  // has written to the table locks it until its commit; a later append waits, then finds the new
  // table.
  await client.query('select from checkpoint where name = $1 for update', [name])
  if (!(await lockTable(client, table))) return false
  await foldUpToHead(client, fold, { left: 0n })
  const { rows: triggers } = await client.query<{ definition: string }>(TRIGGERS, [table])
  // Later migrations drop or alter indexes by their original names.
  const renames = indexes.map(({ live, copy }) => `alter index ${copy} rename to ${live};`)
  // In one round trip, because every append waits for it.
  await client.query(`
    drop table ${table};
    alter table ${beside} rename to ${table};
    ${renames.join('\n')}
    ${triggers.map(({ definition }) => `${definition};`).join('\n')}`)
  if (!inline) await client.query(MOVE_CHECKPOINT, [name, fold.done])
  await client.query('commit')
  return true
}

async function lockTable(client: PoolClient, table: string): Promise<boolean> {
  try {
    await client.query(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`)
    await client.query(`lock table ${table} in access exclusive mode`)
    return true
  } catch (error) {
    await client.query('rollback')
    if (error instanceof DatabaseError && error.code === LOCK_NOT_AVAILABLE) return false
    throw error
  }
}

const LOCK_NOT_AVAILABLE = '55P03'

/** An index of the live table, with the statement that creates its copy. */
interface Index {
  readonly live: string
  readonly copy: string
  readonly isKey: boolean
  readonly make: string
}

async function readIndexes(client: PoolClient, table: string, beside: string): Promise<Index[]> {
  const { rows } = await client.query<Index>(INDEXES, [table, beside])
  return rows
}

async function makeIndexes(client: PoolClient, indexes: readonly Index[]): Promise<void> {
  for (const { make } of indexes) await client.query(make)
}

const INDEXES = `
  select quote_ident(name) as live, quote_ident(name || '_rebuild') as copy, "isKey",
         case when "isKey"
           then format('alter table %I add constraint %I %s', $2::text, name || '_rebuild', definition)
           else format('create %s index %I on %I %s', case when is_unique then 'unique' end,
                       name || '_rebuild', $2::text, definition)
         end as make
  from pg_index
  join pg_class on pg_class.oid = indexrelid
  left join pg_constraint on conindid = indexrelid and contype in ('p', 'u')
  cross join lateral (
    select relname as name, indisunique as is_unique, contype is not null as "isKey",
           coalesce(pg_get_constraintdef(pg_constraint.oid),
                    substring(pg_get_indexdef(indexrelid) from 'USING .*')) as definition
  ) as index
  where indrelid = $1::regclass
  order by name`

// Triggers are only on the live table: folded rows were already counted when they were appended.
const TRIGGERS = `
  select pg_get_triggerdef(oid) as definition from pg_trigger
  where tgrelid = $1::regclass and not tgisinternal`

// There is none yet if no server has followed the projection.
const MOVE_CHECKPOINT = `
  insert into checkpoint (name, position) values ($1, $2)
  on conflict (name) do update set position = excluded.position`
