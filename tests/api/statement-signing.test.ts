import { expect, test } from 'vitest'
import { FEATURES } from '#server/features/index.ts'
import { newestCheckpoint } from '#server/features/signed-log/checkpoints.ts'
import { signingTasks, statementSigning } from '#server/features/signed-log/sign-statements.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { listLiabilities, publishLiabilities } from '#shared/contract/liabilities.ts'
import { eventually, until } from '#tests/support/wait.ts'
import { openTestApp } from './support/app.ts'
import { fund, newAdmin, newUser } from './support/traders.ts'

const testApp = await openTestApp()
const { services } = testApp
const { pool } = testApp.database

/**
 * The jobs that the follower adds for events after a position, in a transaction that is rolled
 * back.
 */
async function jobsFor(after: bigint): Promise<string[]> {
  let names: string[] = []
  const undone = inTransaction(pool, async (transaction) => {
    const range = { after, upTo: await services.log.head() }
    await statementSigning.advance(transaction, range, FEATURES.catalog)
    const { rows } = await transaction.query<{ name: string }>(
      'select task_identifier as name from graphile_worker.jobs where created_at = now()',
    )
    names = rows.map(({ name }) => name)
    throw new Error('undo')
  })
  await expect(undone).rejects.toThrow('undo')
  return names
}

test('only a statement of liabilities is signed as soon as it is published', async () => {
  const user = await newUser(testApp)
  const admin = await newAdmin(testApp)
  const before = await services.log.head()
  await fund(testApp, user, 'USDT', '1000')
  expect(await jobsFor(before)).toEqual([])
  await admin.client.call(publishLiabilities, { body: {} })
  await until(async () => (await admin.client.call(listLiabilities)).running === null)
  const [task] = signingTasks(services)
  // Until the server's own job for this statement is done, the follower would only replace it.
  await eventually(async () => expect(await jobsFor(before)).toEqual([task?.name]))
})

test('its job signs all that the log contains', async () => {
  const user = await newUser(testApp)
  await fund(testApp, user, 'USDT', '1000')
  const head = Number(await services.log.head())
  for (const task of signingTasks(services)) await task.run({})
  const newest = await newestCheckpoint(pool, services.config.logOrigin)
  expect(newest?.size).toBeGreaterThanOrEqual(head)
})

test('a running server signs a statement automatically', async () => {
  const admin = await newAdmin(testApp)
  await admin.client.call(publishLiabilities, { body: {} })
  await until(async () => (await admin.client.call(listLiabilities)).running === null)
  const { statements } = await admin.client.call(listLiabilities)
  await eventually(async () => {
    const newest = await newestCheckpoint(pool, services.config.logOrigin)
    expect(newest?.size).toBeGreaterThanOrEqual(Number(statements[0]?.event_position))
  })
})
