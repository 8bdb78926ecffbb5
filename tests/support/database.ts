import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, inject } from 'vitest'
import { administrate, databaseUrl } from '#tests/support/postgres-url.ts'

export interface TestDatabase {
  readonly url: string
  readonly pool: pg.Pool
}

/**
 * A migrated, empty database for one test file, dropped after its last test. Call it at the top of
 * the file: `const database = await openTestDatabase()`.
 */
export async function openTestDatabase(): Promise<TestDatabase> {
  const { serverUrl, template } = inject('postgres')
  const name = template.replace('template', randomBytes(4).toString('hex'))
  await administrate(serverUrl, `create database ${name} template ${template}`)
  const url = databaseUrl(serverUrl, name)
  const pool = new pg.Pool({ connectionString: url, max: 16 })
  // Dropping the database cuts the connections that a test has left open.
  pool.on('error', () => {})
  afterAll(async () => {
    await pool.end()
    await administrate(serverUrl, `drop database if exists ${name} with (force)`)
  })
  return { url, pool }
}
