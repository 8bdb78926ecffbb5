import { expect, test } from 'vitest'
import { openTestDatabase } from '#tests/support/database.ts'

const database = await openTestDatabase()

test('a test file gets its own migrated database', async () => {
  const tables = await database.pool.query(
    `select count(*)::int as count from information_schema.tables where table_schema = 'public'`,
  )
  expect(tables.rows[0].count).toBeGreaterThan(0)
})
