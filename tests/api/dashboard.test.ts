import { expect, test } from 'vitest'
import { readAdminStats } from '#shared/contract/dashboard.ts'
import { DAY_MS } from '#shared/time.ts'
import { openTestApp } from './support/app.ts'
import { disable, newAdmin, newUser, type Person } from './support/traders.ts'

const testApp = await openTestApp()
let admin: Person

test('counts all users, new users of the last 7 days and active users', async () => {
  const early = await newUser(testApp)
  await disable(testApp, early)
  testApp.clock.advance(8 * DAY_MS)
  const user = await newUser(testApp)
  admin = await newAdmin(testApp)
  expect(await admin.client.call(readAdminStats)).toMatchObject({
    total: 3,
    newSignups: 2,
    active: 2,
  })
  expect((await user.client.send(readAdminStats)).status).toBe(403)
})

test('says that a second member of staff is missing until there is one', async () => {
  const missing = async () => (await admin.client.call(readAdminStats)).secondPersonMissingAbove
  expect(await missing()).toBe('25000')
  const second = await newAdmin(testApp)
  expect(await missing()).toBeNull()
  await disable(testApp, second)
  expect(await missing()).toBe('25000')
})
