import { afterAll, beforeEach, expect, test } from 'vitest'
import { grantRole } from '#server/identity/confirmed-users.ts'
import { stepUp } from '#shared/contract/passkeys.ts'
import { toggleUserStatus } from '#shared/contract/users.ts'
import { MINUTE_MS } from '#shared/time.ts'
import { logInAs, newAccount, PASSWORD } from '#tests/api/support/accounts.ts'
import { openTestApp } from '#tests/api/support/app.ts'
import type { Client } from '#tests/api/support/client.ts'
import { newDevice } from '#tests/api/support/devices.ts'
import { Mailbox } from '#tests/api/support/mailbox.ts'
import { newAdmin, newUser, type Person } from '#tests/api/support/traders.ts'
import { startPushService } from '#tests/push/push-service.ts'

/** A dishonest member of staff disables the colleagues who would object, or enables an accomplice. */
const service = await startPushService()
afterAll(service.stop)
const world = await openTestApp({ pushEndpoints: service.policy })
const { services, clock } = world
const mailbox = new Mailbox(services.config.dataDir)

let dishonest: Person
let colleague: Person
let witness: Person

beforeEach(async () => {
  ;[dishonest, colleague, witness] = [
    await newAdmin(world),
    await newAdmin(world),
    await newAdmin(world),
  ]
})

async function toggle(client: Client, { userId }: { userId: string }, isActive: boolean) {
  const { status, body } = await client.send(toggleUserStatus, { body: { userId, isActive } })
  return body.code ?? status
}

test('all staff, including the person concerned, are told when a colleague is disabled or enabled', async () => {
  const phones = [
    await newDevice(world, service, colleague),
    await newDevice(world, service, witness),
  ]
  expect(await toggle(dishonest.client, colleague, false)).toBe(200)
  const disabled = new RegExp(
    `(${dishonest.fullName} disabled the account of .*${colleague.fullName})`,
  )
  for (const each of [dishonest, colleague, witness]) await mailbox.find(each.email, disabled)
  for (const phone of phones) {
    expect(await phone.next()).toMatchObject({
      title: 'Member of staff disabled',
      url: `/admin/users?open=manage&user=${colleague.userId}`,
    })
  }

  expect(await toggle(dishonest.client, colleague, true)).toBe(200)
  const enabled = new RegExp(
    `(${dishonest.fullName} enabled the account of .*${colleague.fullName})`,
  )
  for (const each of [dishonest, colleague, witness]) await mailbox.find(each.email, enabled)
  for (const phone of phones) {
    expect(await phone.next()).toMatchObject({ title: 'Member of staff enabled' })
  }
})

test('staff are not told about customers', async () => {
  const customer = await newUser(world)
  const phone = await newDevice(world, service, witness)
  for (const isActive of [false, true]) {
    expect(await toggle(dishonest.client, customer, isActive)).toBe(200)
  }
  // The next notice is about the colleague.
  await toggle(dishonest.client, colleague, false)
  expect(await phone.next()).toMatchObject({
    title: 'Member of staff disabled',
    url: `/admin/users?open=manage&user=${colleague.userId}`,
  })
  await mailbox.find(witness.email, new RegExp(`(account of .*${colleague.fullName})`))
  const mails = await mailbox.to(witness.email)
  expect(mails.filter((text) => text.includes(customer.fullName))).toEqual([])
})

test('a stolen session cannot enable a disabled member of staff, but can be used to disable one', async () => {
  const account = await newAccount(world)
  const { userId } = account
  await grantRole(services.identity, userId, { role: 'admin', reason: 'test' })
  const { client } = await logInAs(world, account)
  const customer = await newUser(world)
  clock.advance(6 * MINUTE_MS)
  expect(await toggle(client, colleague, false)).toBe(200)
  expect(await toggle(client, colleague, true)).toBe('step_up.required')
  for (const isActive of [false, true]) expect(await toggle(client, customer, isActive)).toBe(200)
  await client.call(stepUp, { body: { password: PASSWORD } })
  expect(await toggle(client, colleague, true)).toBe(200)
})
