import type { Pool, PoolClient } from 'pg'

/** Checks sort and add up parts of tables, which should not need the disk. */
const BEGIN = `
  begin isolation level repeatable read read only;
  set local work_mem = '32MB'; set local jit = off`

/**
 * Runs work that sees one moment of the database. Long checks take many short moments: an old one
 * keeps PostgreSQL from removing what was replaced since.
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
