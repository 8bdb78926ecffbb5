import { describe, expect, test } from 'vitest'
import { refusePowerfulRole } from '#server/platform/application-role.ts'
import { openTestApp } from '#tests/api/support/app.ts'
import { fund, newUser } from '#tests/api/support/traders.ts'

const testApp = await openTestApp()
const { pool } = testApp.services

/** The hashes of all events, in the order of the log. */
async function fingerprints(): Promise<string[]> {
  const { rows } = await pool.query('select md5(event::text) as hash from event order by position')
  return rows.map(({ hash }) => hash)
}

describe('an intruder with the server’s database connection', () => {
  test.each([
    ['rewrites an event', `update event set data = '{}'`],
    ['deletes an event', 'delete from event'],
    ['empties the log', 'truncate event'],
    ['drops the log', 'drop table event cascade'],
    ['disables its triggers', 'alter table event disable trigger all'],
    ['forgets a migration', 'delete from kysely_migration'],
    ['becomes the owner', 'set role postgres'],
    ['makes itself a superuser', 'alter role current_user superuser'],
  ])('never %s', async (_, statement) => {
    await fund(testApp, await newUser(testApp), 'USDT', '10')
    const before = await fingerprints()
    expect(before.length).toBeGreaterThan(0)
    await expect(pool.query(statement)).rejects.toThrow(/permission denied|must be owner/)
    // The server itself may have appended more.
    expect((await fingerprints()).slice(0, before.length)).toEqual(before)
  })
})

test('production refuses to start as the owner of the log', async () => {
  await expect(refusePowerfulRole(testApp.database.pool)).rejects.toThrow('DATABASE_OWNER_URL')
  await refusePowerfulRole(pool)
})
