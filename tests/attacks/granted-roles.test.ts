import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isOnlyStaff } from '#server/facts/staff-members.ts'
import { grantRole } from '#server/identity/confirmed-users.ts'
import { deleteAccount } from '#shared/contract/account.ts'
import { listAudit } from '#shared/contract/audit.ts'
import { changeDepositAddress } from '#shared/contract/deposit-addresses.ts'
import { deleteUser } from '#shared/contract/users.ts'
import { DAY_MS } from '#shared/time.ts'
import { offerAddress } from '#tests/api/support/addresses.ts'
import { openTestApp } from '#tests/api/support/app.ts'
import { newDevice } from '#tests/api/support/devices.ts'
import { Mailbox } from '#tests/api/support/mailbox.ts'
import { newAdmin, newUser, type Person, renewed } from '#tests/api/support/traders.ts'
import { startPushService } from '#tests/push/push-service.ts'
import { waitForPosition } from '#tests/support/wait-for-position.ts'

/** Anyone who can run commands on the server can appoint a second person, or remove a colleague. */
const service = await startPushService()
afterAll(service.stop)
const world = await openTestApp({ pushEndpoints: service.policy })
const { services, clock } = world
const { identity, pool, log } = services
const mailbox = new Mailbox(services.config.dataDir)

let thief: Person
let colleague: Person

beforeAll(async () => {
  thief = await newAdmin(world)
  colleague = await newAdmin(world)
  const address = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
  await offerAddress(world, { symbol: 'BTC', network: 'Bitcoin', address })
})

const grant = ({ userId }: Person, role: 'user' | 'admin', reason: string) =>
  grantRole(identity, userId, { role, reason: `${reason} (${randomUUID()})` })

test('all staff are notified when one is added, and the audit lists it', async () => {
  const puppet = await newUser(world)
  const phone = await newDevice(world, service, colleague)
  await grant(puppet, 'admin', 'Helps out')
  const isAdded = new RegExp(`(${puppet.fullName} is now a member of staff)`)
  for (const each of [thief, colleague, puppet]) await mailbox.find(each.email, isAdded)
  await mailbox.find(colleague.email, /(Helps out)/)
  expect(await phone.next()).toMatchObject({ title: 'Staff role granted' })

  await waitForPosition(pool, { follower: 'audit-lines', position: await log.head() })
  const { lines } = await colleague.client.call(listAudit, { query: { user: puppet.userId } })
  expect(lines.map(({ type }) => type)).toEqual(['RoleGranted'])
  const byType = { type: 'RoleGranted' }
  const { lines: all } = await colleague.client.call(listAudit, { query: byType })
  expect(all.map(({ subject }) => subject?.user_id)).toContain(puppet.userId)
  await grant(puppet, 'user', 'Done')
})

test('a colleague whose role is withdrawn is notified, and still counts for seven days', async () => {
  const phone = await newDevice(world, service, colleague)
  await grant(colleague, 'user', 'Left')
  const isRemoved = new RegExp(`(${colleague.fullName} is no longer a member of staff)`)
  for (const each of [thief, colleague]) await mailbox.find(each.email, isRemoved)
  expect(await phone.next()).toMatchObject({ title: 'Staff role revoked' })
  const isAlone = () => isOnlyStaff(pool, thief.userId, clock.now())
  expect(await isAlone()).toBe(false)

  const address = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'
  const { address: changed } = await thief.client.call(changeDepositAddress, {
    params: { assetSymbol: 'BTC' },
    body: { address, network: 'Bitcoin' },
  })
  expect(changed.proposal?.takes_effect_at).toBeNull()
  await mailbox.find(colleague.email, /(deposit address: change proposed)/)

  // An account that still counts cannot be removed either, by colleagues or its owner.
  const ownDeletion = async () => (await colleague.client.send(deleteAccount, {})).body.code
  colleague = await renewed(world, colleague)
  expect(await ownDeletion()).toBe('account.recent_staff')
  const deletion = { body: { userId: colleague.userId } }
  const refused = await thief.client.send(deleteUser, deletion)
  expect(refused.body.code).toBe('user.staff_deletion')

  clock.advance(8 * DAY_MS)
  thief = await renewed(world, thief)
  expect(await isAlone()).toBe(true)
  expect((await thief.client.send(deleteUser, deletion)).status).toBe(200)
})

test('a former member of staff can delete their account once they no longer count', async () => {
  const former = await newAdmin(world)
  await grant(former, 'user', 'Left')
  const outcome = async () => {
    const { client } = await renewed(world, former)
    const { status, body } = await client.send(deleteAccount, {})
    return body.code ?? status
  }
  expect(await outcome()).toBe('account.recent_staff')
  clock.advance(8 * DAY_MS)
  expect(await outcome()).toBe(200)
})
