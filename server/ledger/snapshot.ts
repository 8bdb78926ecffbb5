import type { Pool, PoolClient } from 'pg'

/** Checks sort and add up parts of tables, and should not need the disk for this. */
const BEGIN = `
  begin isolation level repeatable read read only;
  set local work_mem = '32MB'; set local jit = off`

/**
 * Runs work in one snapshot of the database. Long checks use many short snapshots, because an old
 * one keeps PostgreSQL from removing dead rows.
 */
export async function inSnapshot<T>(
  pool: Pool,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query(BEGIN)
    const result = await work(client)
    await client.query('commit')
    client.release()
    return result
  } catch (error) {
    // Closing the connection also ends the transaction.
    client.release(true)
    throw error
  }
}
