import { ConstantBackoff, handleAll, retry } from 'cockatiel'
import { type Client, DatabaseError } from 'pg'
import {
  connectionConfig,
  isUnanswered,
  REQUEST_BOUNDS,
  ReadOnlyServer,
  WatchfulClient,
} from './connection.ts'
import { LogHistory } from './log-history.ts'

/** How long a writer tries to connect: the database may be restarting. */
const RECONNECT_MS = 6_000
const RECONNECT_PAUSE_MS = 100
const untilReached = retry(handleAll, {
  maxAttempts: RECONNECT_MS / RECONNECT_PAUSE_MS,
  backoff: new ConstantBackoff(RECONNECT_PAUSE_MS),
})

// Otherwise statements prepared on empty tables would keep their sequential scans.
const SESSION = `set plan_cache_mode = force_generic_plan; set enable_seqscan = off;
  set enable_hashjoin = off; set enable_mergejoin = off`

const READ_ONLY = '25006'

/** The database cannot be reached: commands that were sent may or may not be in the log. */
export class LogUnavailable extends Error {
  override readonly name = 'LogUnavailable'
}

/** A dedicated connection that reconnects when it is lost. */
export class Writer {
  readonly #connectionString: string
  readonly #history: LogHistory
  #client: WatchfulClient | undefined
  /** The epoch of the connected database. */
  #epoch: number | undefined

  constructor(connectionString: string, history = new LogHistory()) {
    this.#connectionString = connectionString
    this.#history = history
  }

  /** Runs `work` on the connection, with the epoch of its database. One caller at a time. */
  async use<T>(work: (client: Client, epoch: number) => Promise<T>): Promise<T> {
    if (this.#client && this.#epoch !== this.#history.epoch) {
      this.#client.cut()
      this.#client = undefined
    }
    this.#client ??= await this.#connect()
    const client = this.#client
    try {
      return await work(client, this.#epoch as number)
    } catch (error) {
      if (!isUnanswered(error) && !isReadOnly(error)) throw error
      this.#forget(client)
      client.end().catch(() => {})
      if (isReadOnly(error)) throw error
      throw new LogUnavailable('the log does not respond', { cause: error })
    }
  }

  async close(): Promise<void> {
    const client = this.#client
    this.#client = undefined
    await client?.end()
  }

  async #connect(): Promise<WatchfulClient> {
    try {
      return await untilReached.execute(() => this.#open(), AbortSignal.timeout(RECONNECT_MS))
    } catch (error) {
      throw new LogUnavailable('the log cannot be reached', { cause: error })
    }
  }

  async #open(): Promise<WatchfulClient> {
    const client = new WatchfulClient(connectionConfig(this.#connectionString, REQUEST_BOUNDS))
    // Queries in flight fail with their own errors; an idle connection that ends is only replaced.
    client.on('error', () => this.#forget(client))
    client.on('end', () => this.#forget(client))
    try {
      await client.connect()
      await client.query(SESSION)
      if (client.isReadOnly) throw new ReadOnlyServer()
      this.#epoch = await this.#history.meet(client)
      return client
    } catch (error) {
      client.end().catch(() => {})
      throw error
    }
  }

  #forget(client: Client): void {
    if (this.#client === client) this.#client = undefined
  }
}

function isReadOnly(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === READ_ONLY
}
