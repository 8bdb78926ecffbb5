import type { Pool, PoolClient, QueryResult } from 'pg'

/** A shared advisory lock on the connection of this process. */
export interface HeldLock {
  /** True if the connection, and with it the lock, was lost. */
  isLost(): boolean
  /** Runs a query on the connection that holds the lock. */
  query(text: string, values: unknown[]): Promise<QueryResult>
  /** Resolves when others can take the lock, or the connection was lost. */
  release(): Promise<void>
}

/** A connection, open while locks are held on it. */
class LockSession {
  isLost = false
  #count = 0
  readonly #client: PoolClient
  #last: Promise<unknown> = Promise.resolve()

  constructor(client: PoolClient) {
    this.#client = client
    client.once('error', () => this.#lose())
    client.once('end', () => this.#lose())
  }

  async hold(lock: string): Promise<void> {
    this.#count += 1
    try {
      await this.query('select pg_advisory_lock_shared($1::bigint)', [lock])
    } catch (error) {
      this.#lose()
      this.#leave()
      throw error
    }
  }

  /** Queries run one after the other. */
  query(text: string, values: unknown[]): Promise<QueryResult> {
    const asked = this.#last.then(() => this.#client.query(text, values))
    this.#last = asked.catch(() => undefined)
    return asked
  }

  async release(lock: string): Promise<void> {
    const unlock = 'select pg_advisory_unlock_shared($1::bigint)'
    await this.query(unlock, [lock]).catch(() => this.#lose())
    this.#leave()
  }

  /** The connection is closed with its last lock. */
  #leave(): void {
    this.#count -= 1
    if (this.#count > 0) return
    this.#lose()
    this.#client.release(true)
  }

  #lose(): void {
    this.isLost = true
  }
}

/** Shared advisory locks that are held for some seconds, all on one connection. */
export function holdLocks(pool: Pool, locksMax: number) {
  let current: Promise<LockSession> | undefined
  let count = 0

  /** One connection is opened at a time: all who wait need the same one, and the pool is small. */
  async function session(): Promise<LockSession> {
    while (true) {
      const known = current
      const opened = await known?.catch(() => undefined)
      if (opened && !opened.isLost) return opened
      // Otherwise another caller has replaced it, and is waited for.
      if (current === known) {
        current = pool.connect().then((client) => new LockSession(client))
        return current
      }
    }
  }

  return {
    /** Waits for a lock; undefined if this process holds too many. */
    async hold(lock: string): Promise<HeldLock | undefined> {
      if (count >= locksMax) return undefined
      count += 1
      try {
        const on = await session()
        await on.hold(lock)
        const release = () => {
          count -= 1
          return on.release(lock)
        }
        return { isLost: () => on.isLost, query: (...asked) => on.query(...asked), release }
      } catch (error) {
        count -= 1
        throw error
      }
    },
  }
}
