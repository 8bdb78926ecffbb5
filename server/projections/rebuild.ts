import type { Pool, PoolClient } from 'pg'
import { headOf } from '#server/events/subscription.ts'
import type { Projection } from './projection.ts'

/** Few enough that progress can be seen, many enough that a step costs nothing. */
const POSITIONS_AT_ONCE = 250_000n

/**
 * Folds a projection again from the first event into a table beside the live one and swaps it in.
 *
 * The live table serves until the swap; only the last few events are folded while it is locked, so
 * appends and readers wait for a moment at most.
 */
export async function rebuild(
  pool: Pool,
  projection: Projection,
  onProgress: (done: bigint, head: bigint) => void,
): Promise<void> {
  const beside = `${projection.table}_rebuild`
  const client = await pool.connect()
  try {
    await client.query(`drop table if exists ${beside}`)
    await client.query(`create table ${beside} (like ${projection.table} including all)`)
    if (projection.storage) await client.query(`alter table ${beside} set (${projection.storage})`)
    const done = await foldUpToHead(client, projection, { beside, after: 0n, onProgress })
    await swap(client, projection, { beside, after: done, onProgress })
    client.release()
  } catch (error) {
    client.release(true)
    throw error
  }
}

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
  const { name, table } = projection
  await client.query('begin')
  // The follower first, then the table, as a follower's step does. Appends that have moved a balance
  // hold the table until they commit; later ones wait, and then find the new one under its name.
  await client.query('select from checkpoint where name = $1 for update', [name])
  await client.query(`lock table ${table} in access exclusive mode`)
  const done = await foldUpToHead(client, projection, progress)
  await client.query(`drop table ${table}`)
  await client.query(`alter table ${progress.beside} rename to ${table}`)
  await client.query('update checkpoint set position = $2 where name = $1', [name, done])
  await client.query('commit')
}
