import pg from 'pg'
import {
  type ConnectionBounds,
  connectionConfig,
  EndedHistory,
  ReadOnlyServer,
  WatchfulClient,
} from '#server/events/connection.ts'
import type { LogHistory } from '#server/events/log-history.ts'

/**
 * Connections to a database that writes; those that are lost or become read-only are replaced.
 *
 * @param history if it is given, all of them are on the history of the log that it names
 */
export function openPool(
  connectionString: string,
  max: number,
  bounds: ConnectionBounds,
  history?: LogHistory,
): pg.Pool {
  const pool = new pg.Pool({
    ...connectionConfig(connectionString, bounds),
    max,
    // A new connection is a process that plans every statement again: keeping an idle one costs
    // less.
    idleTimeoutMillis: 0,
    Client: WatchfulClient,
    verify: (client, done) => {
      verify(client, history).then(() => done(), done)
    },
  })
  // If PostgreSQL closes a connection, its query fails and the pool replaces it; without a listener
  // the event would end the process.
  pool.on('error', () => {})
  const clients = new Set<WatchfulClient>()
  pool.on('connect', (client) => {
    client.on('error', () => {})
    if (client instanceof WatchfulClient) clients.add(client)
  })
  pool.on('remove', (client) => {
    if (client instanceof WatchfulClient) clients.delete(client)
  })
  pool.on('release', (_, client) => {
    // The pool keeps no connection that is ending.
    if (isReadOnly(client)) client.end().catch(() => {})
  })
  history?.onChange(() => {
    // One that has no epoch yet is being verified.
    for (const client of clients) {
      if (epochs.has(client) && !isCurrent(client, history)) client.cut()
    }
  })
  return pool
}

/** The epoch of the database that each connection leads to. */
const epochs = new WeakMap<pg.ClientBase, number>()

/** Before its first use. */
async function verify(client: pg.ClientBase, history: LogHistory | undefined): Promise<void> {
  if (isReadOnly(client)) throw new ReadOnlyServer()
  if (!history) return
  epochs.set(client, await history.meet(client))
  // Another connection may have met the next history first.
  if (!isCurrent(client, history)) throw new EndedHistory()
}

function isCurrent(client: pg.ClientBase, { epoch }: LogHistory): boolean {
  return epochs.get(client) === epoch
}

function isReadOnly(client: pg.ClientBase): boolean {
  return client instanceof WatchfulClient && client.isReadOnly
}
