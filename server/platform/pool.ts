import pg from 'pg'
import {
  type ConnectionBounds,
  connectionConfig,
  ReadOnlyServer,
  WatchfulClient,
} from '#server/events/connection.ts'

/** Connections to a database that writes; those that are lost or become read-only are replaced. */
export function openPool(connectionString: string, max: number, bounds: ConnectionBounds): pg.Pool {
  const pool = new pg.Pool({
    ...connectionConfig(connectionString, bounds),
    max,
    Client: WatchfulClient,
    verify: (client, done) => done(isReadOnly(client) ? new ReadOnlyServer() : undefined),
  })
  // If PostgreSQL closes a connection, its query fails and the pool replaces it; without a listener
  // the event would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  pool.on('release', (_, client) => {
    // The pool keeps no connection that is ending.
    if (isReadOnly(client)) client.end().catch(() => {})
  })
  return pool
}

function isReadOnly(client: pg.PoolClient): boolean {
  return client instanceof WatchfulClient && client.isReadOnly
}
