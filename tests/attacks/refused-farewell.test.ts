import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, expect, it } from 'vitest'
import { allSchedules } from '#server/background.ts'
import { deleteAccount } from '#shared/contract/account.ts'
import { openTestApp } from '#tests/api/support/app.ts'
import { newUser } from '#tests/api/support/traders.ts'
import { eventually } from '#tests/support/wait.ts'

/** A mail server that has no mailboxes and quotes the address when it rejects a recipient. */
const gone = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onRcptTo: ({ address }, _session, done) =>
    done(Object.assign(new Error(`no mailbox ${address}`), { responseCode: 550 })),
})
await new Promise<void>((resolve) => gone.listen(0, '127.0.0.1', resolve))
const { port } = gone.server.address() as AddressInfo
const mail = { smtpUrl: `smtp://127.0.0.1:${port}`, from: 'Exchange <no-reply@exchange.test>' }
const testApp = await openTestApp({ config: { mail } })
const { app, database } = testApp
afterAll(() => new Promise<void>((resolve) => gone.close(() => resolve())))

it('no trace is kept of the address of an erased person whose mailbox is gone', async () => {
  const user = await newUser(testApp)
  await user.client.call(deleteAccount)
  await expect.poll(givenUpJobs).toBe(1)

  await sweep()
  expect(await rowsWith(user.email)).toEqual([])
  // Timers may be due at this point.
  await expect.poll(() => gauge('jobs_waiting')).toBe(0)
  expect(await gauge('jobs_given_up')).toBe(1)
  const warning = 'jobs of the task account.finish-erasure that were given up: 1'
  await eventually(async () => expect(await warnings()).toContain(warning))

  // Staff had a week to see it.
  await database.pool.query(`update ${JOBS} set run_at = run_at - interval '8 days'`)
  await sweep()
  expect(await gauge('jobs_given_up')).toBe(0)
  await eventually(async () => expect(await warnings()).not.toContain(warning))
})

async function warnings(): Promise<string[]> {
  return (await app.inject('/readyz')).json().warnings
}

const JOBS = 'graphile_worker._private_jobs'

async function givenUpJobs(): Promise<number> {
  const { rows } = await database.pool.query(`
    select count(*)::int as jobs from ${JOBS} as job
    where attempts >= max_attempts and locked_at is null`)
  return rows[0].jobs
}

async function sweep(): Promise<void> {
  await allSchedules(testApp.services)
    .find(({ name }) => name === 'jobs.sweep')
    ?.run()
}

async function rowsWith(text: string): Promise<string[]> {
  const { rows } = await database.pool.query<{ row: string }>(
    `select job::text as row from ${JOBS} as job where strpos(job::text, $1) > 0`,
    [text],
  )
  return rows.map(({ row }) => row)
}

async function gauge(name: string): Promise<number> {
  const { body } = await app.inject('/metrics')
  return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(body)?.[1])
}
