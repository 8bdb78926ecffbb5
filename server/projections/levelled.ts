import { Pool, type PoolClient } from 'pg'
import type { Catalog } from '#server/events/catalog.ts'
import { advanceFollower, stepFollower } from '#server/events/follower-steps.ts'
import { isLevel } from '#server/events/log-head.ts'
import { listedStreams } from './listed-streams.ts'
import { followerOf } from './runner.ts'

const LISTED = followerOf(listedStreams)

type Queryable = Pick<Pool | PoolClient, 'query'>

/**
 * Brings `listed` up to date with everything committed now, so that a list shows what its reader
 * has just decided. Query the table on the connection that this returns.
 *
 * @param db a pool, or a connection in a transaction
 */
export async function levelled(db: Queryable): Promise<Queryable> {
  if (db instanceof Pool) await lookOf(db)()
  else await levelWithin(db as PoolClient)
  return db
}

/** One per pool of this process. */
const looks = new WeakMap<Pool, () => Promise<void>>()

function lookOf(pool: Pool): () => Promise<void> {
  const known = looks.get(pool)
  if (known) return known
  const look = sharedLook(() => levelOn(pool))
  looks.set(pool, look)
  return look
}

/**
 * Concurrent readers share one update. An update in progress may have begun before a reader's
 * decision, so they share the next one.
 */
function sharedLook(look: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined
  const start = () => {
    next = undefined
    running = look().finally(() => {
      running = undefined
    })
    return running
  }
  return () => {
    if (!running) return start()
    next ??= running.then(start, start)
    return next
  }
}

async function levelOn(pool: Pool): Promise<void> {
  if (await isLevel(pool, LISTED)) return
  while ((await stepFollower(pool, LISTED, NO_EVENTS, 'wait')) === 'ahead') {}
}

async function levelWithin(transaction: PoolClient): Promise<void> {
  if (await isLevel(transaction, LISTED)) return
  while ((await advanceFollower(transaction, LISTED, NO_EVENTS, 'wait')) === 'ahead') {}
}

/** No events are needed, because the projection copies documents. */
const NO_EVENTS: Catalog = new Map()
