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
 * Connections to a writable database; those that are lost or become read-only are replaced.
 *
 * @param history if given, all connections must be on this history of the log
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
    // A new connection is a process that must plan every statement again, so keeping idle ones is
    // cheaper.
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
    // A connection that is ending does not return to the pool.
    if (isReadOnly(client)) client.end().catch(() => {})
  })
  history?.onChange(() => {
    // A connection without an epoch is still being verified.
    for (const client of clients) {
      if (epochs.has(client) && !isCurrent(client, history)) client.cut()
    }
  })
  return pool
}

/** The epoch of the database that each connection is connected to. */
const epochs = new WeakMap<pg.ClientBase, number>()

/** Verifies a connection before its first use. */
async function verify(client: pg.ClientBase, history: LogHistory | undefined): Promise<void> {
  if (isReadOnly(client)) throw new ReadOnlyServer()
  if (!history) return
  epochs.set(client, await history.meet(client))
  // Another connection may have detected the next history first.
  if (!isCurrent(client, history)) throw new EndedHistory()
}

function isCurrent(client: pg.ClientBase, { epoch }: LogHistory): boolean {
  return epochs.get(client) === epoch
}

function isReadOnly(client: pg.ClientBase): boolean {
  return client instanceof WatchfulClient && client.isReadOnly
}
