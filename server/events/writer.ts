import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'

/** The database may be restarting: how long a writer tries to come back before it gives up. */
const RECONNECT_MS = 15_000
const RECONNECT_PAUSE_MS = 100

// Statements prepared while the tables are empty would otherwise become sequential scans for good.
const SESSION = `set plan_cache_mode = force_generic_plan; set enable_seqscan = off;
  set enable_hashjoin = off; set enable_mergejoin = off`

/** The database stayed away: what was sent to it may or may not be in the log. */
export class LogUnavailable extends Error {
  override readonly name = 'LogUnavailable'
}

/** A connection of the log's own that comes back by itself when it is lost. */
export class Writer {
  readonly #connectionString: string
  #client: Client | undefined

  constructor(connectionString: string) {
    this.#connectionString = connectionString
  }

  /** Runs `work` on the connection. One caller at a time. */
  async use<T>(work: (client: Client) => Promise<T>): Promise<T> {
    this.#client ??= await this.#connect()
    return work(this.#client)
  }

  async close(): Promise<void> {
    const client = this.#client
    this.#client = undefined
    await client?.end()
  }

  async #connect(): Promise<Client> {
    const patience = AbortSignal.timeout(RECONNECT_MS)
    for (;;) {
      const client = new Client({ connectionString: this.#connectionString, keepAlive: true })
      // Queries in flight fail by themselves; an idle connection that dies is only replaced.
      client.on('error', () => this.#forget(client))
      client.on('end', () => this.#forget(client))
      try {
        await client.connect()
        await client.query(SESSION)
        return client
      } catch (error) {
        client.end().catch(() => {})
        if (patience.aborted)
          throw new LogUnavailable('the log cannot be reached', { cause: error })
        await sleep(RECONNECT_PAUSE_MS)
      }
    }
  }

  #forget(client: Client): void {
    if (this.#client === client) this.#client = undefined
  }
}
