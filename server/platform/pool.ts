import pg from 'pg'
import { type ConnectionBounds, connectionConfig } from '#server/events/connection.ts'

/** Connections to the database that are replaced when they are lost. */
export function openPool(connectionString: string, max: number, bounds: ConnectionBounds): pg.Pool {
  const pool = new pg.Pool({ ...connectionConfig(connectionString, bounds), max })
  // If PostgreSQL closes a connection, its query fails and the pool replaces it; without a listener
  // the event would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}
