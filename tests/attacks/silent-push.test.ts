import { afterAll, expect, test, vi } from 'vitest'
import { changePassword, recoverPassword } from '#shared/contract/auth.ts'
import { openTestApp } from '#tests/api/support/app.ts'
import { newDevice } from '#tests/api/support/devices.ts'
import { Mailbox, RESET_LINK } from '#tests/api/support/mailbox.ts'
import { newUser, type Person } from '#tests/api/support/traders.ts'
import { startPushService } from '#tests/push/push-service.ts'

const service = await startPushService()
afterAll(service.stop)
const testApp = await openTestApp({ pushEndpoints: service.policy })
const mails = new Mailbox(testApp.services.config.dataDir)

test('a customer whose 20 push endpoints never answer delays no mail', async () => {
  await occupyPush(await newUser(testApp))

  const victim = await newUser(testApp)
  await testApp.visitor.call(recoverPassword, { body: { email: victim.email } })
  expect(await mails.find(victim.email, RESET_LINK)).toBeTruthy()
})

test('a customer whose push endpoints never answer delays no notification of another', async () => {
  await occupyPush(await newUser(testApp))

  const victim = await newUser(testApp)
  const phone = await newDevice(testApp, service, victim)
  await notify(victim)
  expect(await phone.next()).toMatchObject({ title: 'Password changed' })
})

/** Sends a notification to 20 endpoints and waits until the first one hangs. */
async function occupyPush(attacker: Person): Promise<void> {
  for (let device = 0; device < 20; device += 1) {
    service.silence(await newDevice(testApp, service, attacker))
  }
  const before = service.unanswered()
  await notify(attacker)
  await vi.waitFor(() => expect(service.unanswered()).toBeGreaterThan(before), { timeout: 5_000 })
}

async function notify({ client, fullName }: Person): Promise<void> {
  const currentPassword = `password of ${fullName.slice('User '.length)}`
  await client.call(changePassword, { body: { currentPassword, newPassword: 'another password' } })
}
