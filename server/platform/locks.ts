import type { PoolClient } from 'pg'

type Database = Pick<PoolClient, 'query'>
type Lock = (typeof LOCKS)[keyof typeof LOCKS]

/**
 * Every advisory lock with a fixed number. They are in one list because two locks with the same
 * number would exclude each other unnoticed. The SQL of `append_batch` and `add_claims` repeats the
 * numbers of the append locks. `worker-presence.ts` uses one more per worker, keyed by a hash of
 * the worker's id: a 64-bit key, which PostgreSQL keeps separate from these pairs.
 */
export const LOCKS = {
  /** An append holds it from choosing its position until its commit is visible. */
  position: [7, 1],
  /** Shared by appends; exclusive while an account is closed. Never hold it for long. */
  closingAccount: [7, 2],
  /** Held while a projection is rebuilt. Appends do not take it. */
  rebuild: [7, 3],
  /** Held while the schema is migrated and the application's role gets its privileges. */
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

/** Waits for a lock that is held until the connection ends or {@link unlock} is called. */
export async function lockSession(db: Database, lock: Lock): Promise<void> {
  await db.query('select pg_advisory_lock($1, $2)', [...lock])
}

/** Like {@link lockSession}, but returns false at once if another connection holds the lock. */
export async function tryLockSession(db: Database, lock: Lock): Promise<boolean> {
  const { rows } = await db.query<{ taken: boolean }>(
    'select pg_try_advisory_lock($1, $2) as taken',
    [...lock],
  )
  return rows[0]?.taken === true
}

/** Waits for a lock that is held until the transaction ends. */
export async function lockTransaction(db: Database, lock: Lock): Promise<void> {
  await db.query('select pg_advisory_xact_lock($1, $2)', [...lock])
}

export async function unlock(db: Database, lock: Lock): Promise<void> {
  await db.query('select pg_advisory_unlock($1, $2)', [...lock])
}
