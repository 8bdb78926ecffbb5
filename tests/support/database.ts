import type pg from 'pg'
import { afterAll, inject } from 'vitest'
import { BACKGROUND_BOUNDS } from '#server/events/connection.ts'
import { openPool } from '#server/platform/pool.ts'
import { cloneDatabase } from '#tests/support/postgres-url.ts'

export interface TestDatabase {
  /** As the owner of the tables, like `pool`. */
  readonly url: string
  /** As the role of the product's server. */
  readonly applicationUrl: string
  readonly pool: pg.Pool
}

/**
 * A migrated, empty database for one test file, dropped after its last test. Call it at the top of
 * the file: `const database = await openTestDatabase()`.
 */
export async function openTestDatabase(): Promise<TestDatabase> {
  const { url, applicationUrl, drop } = await cloneDatabase(inject('postgres'))
  const pool = openPool(url, 16, BACKGROUND_BOUNDS)
  afterAll(async () => {
    await pool.end()
    await drop()
  })
  return { url, applicationUrl, pool }
}
