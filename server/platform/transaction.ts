import type { Pool, PoolClient } from 'pg'
import { isUnavailable } from '#server/events/connection.ts'

/** Runs work in one transaction, which commits all of it or none of it. */
export async function inTransaction<T>(
  pool: Pick<Pool, 'connect'>,
  work: (transaction: PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    // A connection that cannot roll back is discarded. If it did not respond, no rollback is sent,
    // because that would time out as well.
    if (isUnavailable(error)) broken = error as Error
    else
      await client.query('rollback').catch((fault: Error) => {
        broken = fault
      })
    throw error
  } finally {
    client.release(broken)
  }
}
