import { setTimeout as sleep } from 'node:timers/promises'
import { Client, type Pool } from 'pg'

const CHANNEL = 'event_log'

/**
 * At most this often, however many groups commit. A NOTIFY per append would halve the appends, and
 * each wakes a dozen followers, whose steps cost as much for one event as for a hundred.
 */
const PAUSE_MS = 50

const RECONNECT_PAUSE_MS = 1_000

/**
 * Tells all processes that the log has grown. A hint and no more: it may come late, twice or never,
 * so whoever waits for it polls as well. It has a transaction of its own, for PostgreSQL lets
 * committing transactions with a NOTIFY pass one by one.
 */
export class Announcer {
  readonly #pool: Pool
  #pending = false
  #running: Promise<void> | undefined

  constructor(pool: Pool) {
    this.#pool = pool
  }

  announce(): void {
    this.#pending = true
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined
    })
  }

  async idle(): Promise<void> {
    await this.#running
  }

  async #run(): Promise<void> {
    while (this.#pending) {
      this.#pending = false
      try {
        await this.#pool.query(`notify ${CHANNEL}`)
      } catch {
        // The database is away: the listeners have lost it as well, and poll when it is back.
      }
      await sleep(PAUSE_MS)
    }
  }
}

/** Calls `wake` whenever the log has grown; comes back by itself when the connection is lost. */
export function listen(connectionString: string, wake: () => void): { close(): Promise<void> } {
  return listenOn(CHANNEL, connectionString, wake)
}

/**
 * Calls `hear` with the payload of each notification on a channel, and without one whenever the
 * connection is made anew: something may have been missed.
 */
export function listenOn(
  channel: string,
  connectionString: string,
  hear: (payload?: string) => void,
): { close(): Promise<void> } {
  let closed = false
  let current: Client | undefined

  async function connect(): Promise<void> {
    const client = new Client({ connectionString, keepAlive: true })
    client.on('error', () => {})
    client.on('notification', ({ payload }) => hear(payload))
    client.on('end', () => void again())
    current = client
    try {
      await client.connect()
      await client.query(`listen ${channel}`)
      hear()
    } catch {
      await client.end().catch(() => {})
    }
  }

  async function again(): Promise<void> {
    if (closed) return
    await sleep(RECONNECT_PAUSE_MS, undefined, { ref: false })
    if (!closed) await connect()
  }

  const first = connect()
  return {
    async close() {
      closed = true
      await first
      await current?.end().catch(() => {})
    },
  }
}
