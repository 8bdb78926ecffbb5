import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { PoolClient } from 'pg'
import { expect, test } from 'vitest'
import { openTries } from '#server/platform/tries.ts'
import { openTestDatabase } from '#tests/support/database.ts'
import { eventually } from '#tests/support/wait.ts'

const { pool } = await openTestDatabase()
const LOCKS = `select from pg_locks where locktype = 'advisory'
               and database = (select oid from pg_database where datname = current_database())`
const countLocks = async () => (await pool.query(LOCKS)).rowCount

/** Connections whose locks are released with a delay, as on a busy machine. */
const slowly = {
  async connect() {
    const client = await pool.connect()
    const query = async (text: string, values: unknown[]) => {
      if (text.includes('unlock')) await sleep(200)
      return client.query(text, values)
    }
    const release = (isEnding: boolean) => setTimeout(() => client.release(isEnding), 200)
    return Object.assign(Object.create(client), { query, release }) as PoolClient
  },
}

test('a retry right after a slow attempt does not find its lock', async () => {
  const key = randomUUID()
  const log = { keyOf: async () => key }
  const tries = openTries({ log, pool, lockPool: Object.assign(Object.create(pool), slowly) })
  await tries
    .begin('user', key)
    .run(() => eventually(async () => expect(await countLocks()).toBe(1)))

  const retry = tries.begin('user', key)
  expect(await retry.run(() => retry.runsElsewhere())).toBe(false)

  await eventually(async () => expect(await countLocks()).toBe(0))
})
