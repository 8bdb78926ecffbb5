import type { Pool, PoolClient } from 'pg'
import { headOf } from '#server/events/subscription.ts'
import type { Projection } from './projection.ts'

/** Few enough that progress can be seen, many enough that a step costs nothing. */
const POSITIONS_AT_ONCE = 250_000n

/**
 * Folds a projection again from the first event into a table beside the live one and swaps it in.
 *
 * The live table serves until the swap; only the last few events are folded while it is locked, so
 * appends and readers wait for a moment at most. Rebuilds take turns: two that fold into one table
 * would count every event twice.
 */
export async function rebuild(
  pool: Pool,
  projection: Projection,
  onProgress: (done: bigint, head: bigint) => void,
): Promise<void> {
  const beside = `${projection.table}_rebuild`
  const client = await pool.connect()
  try {
    await client.query(LOCK)
    await client.query(`drop table if exists ${beside}`)
    await client.query(`create table ${beside} (like ${projection.table} including all)`)
    if (projection.storage) await client.query(`alter table ${beside} set (${projection.storage})`)
    const done = await foldUpToHead(client, projection, { beside, after: 0n, onProgress })
    await swap(client, projection, { beside, after: done, onProgress })
    await client.query(UNLOCK)
    client.release()
  } catch (error) {
    client.release(true)
    throw error
  }
}

// Of the session: it falls with the connection, however a rebuild ends.
const LOCK = 'select pg_advisory_lock(7, 2)'
const UNLOCK = 'select pg_advisory_unlock(7, 2)'

interface Progress {
  readonly beside: string
  readonly after: bigint
  readonly onProgress: (done: bigint, head: bigint) => void
}

async function foldUpToHead(
  client: PoolClient,
  projection: Projection,
  { beside, after, onProgress }: Progress,
): Promise<bigint> {
  const head = await headOf(client)
  let done = after
  while (done < head) {
    const upTo = head < done + POSITIONS_AT_ONCE ? head : done + POSITIONS_AT_ONCE
    await projection.advance(client, beside, { after: done, upTo })
    done = upTo
    onProgress(done, head)
  }
  await client.query(`analyze ${beside}`)
  return done
}

async function swap(client: PoolClient, projection: Projection, progress: Progress): Promise<void> {
  const { name, table, inline } = projection
  await client.query('begin')
  // The follower first, then the table, as a follower's step does. Appends that have moved a balance
  // hold the table until they commit; later ones wait, and then find the new one under its name.
  await client.query('select from checkpoint where name = $1 for update', [name])
  await client.query(`lock table ${table} in access exclusive mode`)
  const done = await foldUpToHead(client, projection, progress)
  await client.query(`drop table ${table}`)
  await client.query(`alter table ${progress.beside} rename to ${table}`)
  if (!inline) await client.query(MOVE_CHECKPOINT, [name, done])
  await client.query('commit')
}

// There is none yet where no server has followed the projection.
const MOVE_CHECKPOINT = `
  insert into checkpoint (name, position) values ($1, $2)
  on conflict (name) do update set position = excluded.position`
