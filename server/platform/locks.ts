import type { PoolClient } from 'pg'

type Database = Pick<PoolClient, 'query'>
type Lock = (typeof LOCKS)[keyof typeof LOCKS]

/**
 * Every advisory lock that has a fixed number. They live in one list because two locks that share a
 * number exclude each other unnoticed. The SQL of `append_batch` and of `add_claims` spells out
 * those of appends. `worker-presence.ts` takes one more for each worker, under a hash of the
 * worker's id: a key of 64 bits, which PostgreSQL keeps apart from these pairs.
 */
export const LOCKS = {
  /** An append holds it from choosing its position until its commit is visible. */
  position: [7, 1],
  /** Appends share it; closing an account excludes them all. Never hold it for long. */
  closingAccount: [7, 2],
  /** Held while a projection is rebuilt. Appends do not take it. */
  rebuild: [7, 3],
  /** Held while the schema is migrated and the application's role gets its rights. */
  migration: [7, 4],
  /** An append that has claims holds it from adding them until its commit. */
  openClaims: [7, 5],
  /** Held while the tree over the log grows, and while its root is signed. */
  logTree: [7, 6],
  /** Held while a master key is registered. */
  masterKeys: [7, 7],
  /** Held by the process that polls the price source. */
  pricePolling: [20, 1],
} as const

/** Waits for a lock that lasts until the connection ends or {@link unlock} is called. */
export async function lockSession(db: Database, lock: Lock): Promise<void> {
  await db.query('select pg_advisory_lock($1, $2)', [...lock])
}

/** Like {@link lockSession}, but answers false at once where another connection holds the lock. */
export async function tryLockSession(db: Database, lock: Lock): Promise<boolean> {
  const { rows } = await db.query<{ taken: boolean }>(
    'select pg_try_advisory_lock($1, $2) as taken',
    [...lock],
  )
  return rows[0]?.taken === true
}

/** Waits for a lock that lasts until the transaction ends. */
export async function lockTransaction(db: Database, lock: Lock): Promise<void> {
  await db.query('select pg_advisory_xact_lock($1, $2)', [...lock])
}

export async function unlock(db: Database, lock: Lock): Promise<void> {
  await db.query('select pg_advisory_unlock($1, $2)', [...lock])
}
