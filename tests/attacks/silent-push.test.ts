import { afterAll, expect, test } from 'vitest'
import { recordDelivery, recordFailure } from '#server/features/push/subscriptions.ts'
import { changePassword, recoverPassword } from '#shared/contract/auth.ts'
import { listPushDevices } from '#shared/contract/push.ts'
import { HOUR_MS } from '#shared/time.ts'
import { openTestApp } from '#tests/api/support/app.ts'
import { newDevice } from '#tests/api/support/devices.ts'
import { Mailbox, RESET_LINK } from '#tests/api/support/mailbox.ts'
import { newUser, type Person } from '#tests/api/support/traders.ts'
import { startPushService } from '#tests/push/push-service.ts'
import { eventually } from '#tests/support/wait.ts'

const service = await startPushService()
afterAll(service.stop)
// Each failed delivery is logged as an error.
const testApp = await openTestApp({
  pushEndpoints: service.policy,
  config: { logLevel: 'fatal' },
})
const mails = new Mailbox(testApp.services.config.dataDir)

test('a customer whose 20 push endpoints never respond delays no mail', async () => {
  await occupyPush(await newUser(testApp))

  const victim = await newUser(testApp)
  await testApp.visitor.call(recoverPassword, { body: { email: victim.email } })
  expect(await mails.find(victim.email, RESET_LINK)).toBeTruthy()
})

test('a customer whose push endpoints never respond delays no notification of another', async () => {
  await occupyPush(await newUser(testApp))

  const victim = await newUser(testApp)
  const phone = await newDevice(testApp, service, victim)
  await notify(victim)
  expect(await phone.next()).toMatchObject({ title: 'Password changed' })
})

test('a push endpoint that never responds occupies a worker for seconds and counts as failing', async () => {
  const attacker = await newUser(testApp)
  await occupyPush(attacker)
  const failing = () => countFailing(attacker)
  await eventually(async () => expect(await failing()).toBeGreaterThan(0))
})

test('a device that keeps failing for an hour is dropped, but one that recovers is not', async () => {
  const { pool } = testApp.database
  const user = await newUser(testApp)
  const [dead, flaky] = [
    await newDevice(testApp, service, user),
    await newDevice(testApp, service, user),
  ]
  const now = testApp.clock.now()
  for (let failure = 0; failure < 5; failure += 1) {
    for (const { endpoint } of [dead, flaky]) await recordFailure(pool, endpoint, now)
  }
  const devices = async () =>
    (await user.client.call(listPushDevices)).map(({ endpoint }) => endpoint).sort()
  expect(await devices()).toEqual([dead.endpoint, flaky.endpoint].sort())

  await recordDelivery(pool, flaky.endpoint)
  for (const { endpoint } of [dead, flaky]) await recordFailure(pool, endpoint, now + HOUR_MS)
  expect(await devices()).toEqual([flaky.endpoint])
})

test('a customer keeps at most 10 devices', async () => {
  const user = await newUser(testApp)
  for (let device = 0; device < 11; device += 1) await newDevice(testApp, service, user)
  expect(await user.client.call(listPushDevices)).toHaveLength(10)
})

async function countFailing({ userId }: Person): Promise<number> {
  const { rowCount } = await testApp.database.pool.query(
    'select from push_subscription where user_id = $1 and failures > 0',
    [userId],
  )
  return rowCount ?? 0
}

/** Sends a notification to 20 endpoints and waits until the first one hangs. */
async function occupyPush(attacker: Person): Promise<void> {
  for (let device = 0; device < 20; device += 1) {
    service.silence(await newDevice(testApp, service, attacker))
  }
  const before = service.unanswered()
  await notify(attacker)
  await eventually(() => expect(service.unanswered()).toBeGreaterThan(before))
}

async function notify({ client, fullName }: Person): Promise<void> {
  const currentPassword = `password of ${fullName.slice('User '.length)}`
  await client.call(changePassword, { body: { currentPassword, newPassword: 'another password' } })
}
