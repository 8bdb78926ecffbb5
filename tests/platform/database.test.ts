import type { PoolClient } from 'pg'
import { expect, test } from 'vitest'
import { isUnavailable, REQUEST_BOUNDS, ReadOnlyServer } from '#server/events/connection.ts'
import { Writer } from '#server/events/writer.ts'
import { openPool } from '#server/platform/pool.ts'
import { openTestDatabase } from '#tests/support/database.ts'

const database = await openTestDatabase()

test('a test file gets its own migrated database', async () => {
  const tables = await database.pool.query(
    `select count(*)::int as count from information_schema.tables where table_schema = 'public'`,
  )
  expect(tables.rows[0].count).toBeGreaterThan(0)
})

test('a connection to a read-only server is not reused', async () => {
  const pool = openPool(database.url, 1, REQUEST_BOUNDS)
  const pidOf = async (db: Pick<PoolClient, 'query'>) =>
    (await db.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid
  const client = await pool.connect()
  const demoted = await pidOf(client)
  // PostgreSQL reports this unprompted when a server-wide setting changes.
  await client.query('set default_transaction_read_only = on')
  client.release()
  expect(await pidOf(pool)).not.toBe(demoted)

  const name = new URL(database.url).pathname.slice(1)
  await database.pool.query(`alter database ${name} set default_transaction_read_only = on`)
  const fresh = openPool(database.url, 1, REQUEST_BOUNDS)
  const refused = await fresh.query('select').catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(ReadOnlyServer)
  expect(isUnavailable(refused)).toBe(true)
  const writer = new Writer(database.url)
  const appending = writer.use((connection) => connection.query('select'))
  await database.pool.query(
    'begin; set transaction read write; ' +
      `alter database ${name} reset default_transaction_read_only; commit`,
  )
  await expect(fresh.query('select')).resolves.toBeDefined()
  await expect(appending).resolves.toBeDefined()
  await Promise.all([pool.end(), fresh.end(), writer.close()])
})
