import { describe, expect, test } from 'vitest'
import { refusePowerfulRole } from '#server/platform/application-role.ts'
import { openTestApp } from '#tests/api/support/app.ts'
import { fund, newUser } from '#tests/api/support/traders.ts'

const testApp = await openTestApp()
const { pool } = testApp.services

describe('an intruder with the database connection of the server', () => {
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
    const fingerprint = `select string_agg(md5(event::text), ':' order by position) from event`
    const { rows: before } = await pool.query(fingerprint)
    await expect(pool.query(statement)).rejects.toThrow(/permission denied|must be owner/)
    expect((await pool.query(fingerprint)).rows).toEqual(before)
  })
})

test('production refuses to work as the owner of the log', async () => {
  await expect(refusePowerfulRole(testApp.database.pool)).rejects.toThrow('DATABASE_OWNER_URL')
  await refusePowerfulRole(pool)
})
