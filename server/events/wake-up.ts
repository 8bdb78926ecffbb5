import { setTimeout as sleep } from 'node:timers/promises'
import { Client, type Pool } from 'pg'
import { connectionConfig, REQUEST_BOUNDS } from './connection.ts'

const CHANNEL = 'event_log'

/**
 * The pause between notifications. A NOTIFY per append would halve the append rate, and a step of a
 * follower costs as much for one event as for a hundred.
 */
const PAUSE_MS = 50

const RECONNECT_PAUSE_MS = 1_000

/** A listener does not notice a network failure, so it probes the connection this often. */
const HEARTBEAT_MS = 3_000

/**
 * Notifies all processes that the log has grown. The notification may come late, twice or never, so
 * listeners also poll. It runs in a separate transaction because PostgreSQL commits transactions with
 * a NOTIFY one at a time.
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
        // Listeners have lost the connection too, and poll after they reconnect.
      }
      await sleep(PAUSE_MS)
    }
  }
}

/** Calls `wake` whenever the log has grown; reconnects automatically. */
export function listen(connectionString: string, wake: () => void): { close(): Promise<void> } {
  return listenOn(CHANNEL, connectionString, wake)
}

/**
 * Calls `onNotification` with the payload of each notification on a channel, and without a payload
 * after each connect, because notifications may have been missed.
 */
export function listenOn(
  channel: string,
  connectionString: string,
  onNotification: (payload?: string) => void,
): { close(): Promise<void> } {
  let closed = false
  let current: Client | undefined

  async function connect(): Promise<void> {
    const client = new Client(connectionConfig(connectionString, REQUEST_BOUNDS))
    client.on('error', () => {})
    client.on('notification', ({ payload }) => onNotification(payload))
    client.on('end', () => void again())
    current = client
    try {
      await client.connect()
      await client.query(`listen ${channel}`)
      onNotification()
      void beat(client)
    } catch {
      await client.end().catch(() => {})
    }
  }

  /** Ends the connection when it no longer responds; `again` is then called. */
  async function beat(client: Client): Promise<void> {
    try {
      for (;;) {
        await sleep(HEARTBEAT_MS, undefined, { ref: false })
        if (closed || current !== client) return
        await client.query('select 1')
      }
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
