import { beforeAll, describe, expect, test } from 'vitest'
import { FEATURES } from '#server/features/index.ts'
import { pushNotifications } from '#server/features/push/delivery.ts'
import { listSessions, revokeSession } from '#shared/contract/auth.ts'
import { reviewDeposit } from '#shared/contract/deposits.ts'
import {
  listPushDevices,
  readPushKey,
  subscribePush,
  unsubscribePush,
} from '#shared/contract/push.ts'
import type { TestDevice } from '#tests/push/push-service.ts'
import { eventually } from '#tests/support/wait.ts'
import { type Request, refusalOf } from './support/client.ts'
import { expectNoSecrets } from './support/no-secrets.ts'
import { openPushWorld } from './support/push-world.ts'
import { depositBy } from './support/review-cases.ts'
import { newAdmin, newUser, type Person } from './support/traders.ts'

const { testApp, service, deviceOf, newOwner } = await openPushWorld()
const { database } = testApp
const { log } = testApp.services

/**
 * Only the jobs that this transaction has added, because the server's own follower adds the same
 * ones.
 */
const JOBS = `
  select payload ->> 'endpoint' as endpoint, payload -> 'message' ->> 'tag' as tag,
         payload -> 'message' ->> 'title' as title
  from graphile_worker._private_jobs where xmin = pg_current_xact_id()::xid order by id`

let admin: Person
let user: Person
let adminPhone: TestDevice
let userPhone: TestDevice

type Review = NonNullable<Request<typeof reviewDeposit>['body']>

const review = (id: string, body: Review) =>
  admin.client.call(reviewDeposit, { params: { id }, body })
const approve = (id: string) => review(id, { action: 'approve' })

beforeAll(async () => {
  admin = await newAdmin(testApp)
  user = await newUser(testApp)
  adminPhone = await deviceOf(admin)
  userPhone = await deviceOf(user)
})

describe('web push', () => {
  test('notifies staff of a new deposit and only its user of the result', async () => {
    const stranger = await newUser(testApp)
    const strangersPhone = await deviceOf(stranger)
    const id = await depositBy(user)
    expect(await adminPhone.next()).toEqual({
      title: 'New deposit request',
      body: 'A deposit is waiting for review.',
      tag: `deposit-${id}`,
      url: `/admin/reviews?case=deposit-${id}`,
      badge: 1,
    })

    await approve(id)
    expect(await userPhone.next()).toMatchObject({
      title: 'Deposit approved',
      url: '/?open=transaction-history',
      acknowledges: { type: 'deposit', id },
      badge: 1,
    })
    expect(strangersPhone.unread()).toBe(0)
    expect(adminPhone.unread()).toBe(0)
  })

  test('asks the user to verify again, in addition to the result of the review', async () => {
    const { person, phone } = await newOwner()
    const reason = 'The name on the transfer differs'
    const id = await depositBy(person)
    expect(await adminPhone.next()).toMatchObject({ tag: `deposit-${id}` })
    await review(id, { action: 'reject', rejectionReason: reason, requireReverification: true })
    const told = [await phone.next(), await phone.next()]
    expect(told).toContainEqual(expect.objectContaining({ title: 'Deposit rejected' }))
    expect(told).toContainEqual(
      expect.objectContaining({
        title: 'Verify your identity again',
        body: 'Your withdrawals and loan applications wait until your new verification is approved.',
        url: '/?open=verification',
      }),
    )
    expect(JSON.stringify(told)).not.toContain(reason)
    expect(phone.unread()).toBe(0)
  })

  test('contains no name, email address or amount', async () => {
    const id = await depositBy(user)
    const told = JSON.stringify(await adminPhone.next())
    expectNoSecrets(told, [user.email, user.fullName, user.userId, '250', 'USDT'])
    await review(id, { action: 'reject', rejectionReason: 'no such transfer' })
    expect(JSON.stringify(await userPhone.next())).not.toContain('no such transfer')
  })

  test('does not notify the actor', async () => {
    const other = await newAdmin(testApp)
    const othersPhone = await deviceOf(other)
    expect(await adminPhone.next()).toMatchObject({ title: 'Staff role granted' })
    await depositBy(admin)
    expect(await othersPhone.next()).toMatchObject({ title: 'New deposit request' })
    expect(adminPhone.unread()).toBe(0)
  })

  test('deletes a device that no longer exists', async () => {
    const { person, phone } = await newOwner()
    service.end(phone)
    const id = await depositBy(person)
    await approve(id)
    await eventually(async () => expect(await person.client.call(listPushDevices)).toEqual([]))
  })

  test('stops for a device that unsubscribes', async () => {
    const { person, phone } = await newOwner()
    expect(await person.client.call(listPushDevices)).toHaveLength(1)
    await person.client.call(unsubscribePush, { body: { endpoint: phone.endpoint } })
    expect(await person.client.call(listPushDevices)).toEqual([])
  })

  test('stops when the session that subscribed ends', async () => {
    const { person, phone } = await newOwner()
    const [session] = await person.client.call(listSessions)
    await person.client.call(revokeSession, { params: { id: session?.id ?? '' } })
    const { rowCount } = await testApp.database.pool.query(
      'select from push_subscription where endpoint = $1',
      [phone.endpoint],
    )
    expect(rowCount).toBe(0)
  })

  test('cannot be switched off for another user', async () => {
    await user.client.call(unsubscribePush, { body: { endpoint: adminPhone.endpoint } })
    const devices = await admin.client.call(listPushDevices)
    expect(devices.map(({ endpoint }) => endpoint)).toContain(adminPhone.endpoint)
  })

  test('refuses an endpoint outside public push services', async () => {
    const { keys } = service.newDevice()
    const body = { endpoint: 'https://10.0.0.1/push', keys }
    const response = user.client.send(subscribePush, { body })
    expect(await refusalOf(response)).toEqual([400, 'push.endpoint_refused'])
  })

  test('refuses an invalid public key', async () => {
    const { endpoint, keys } = service.newDevice()
    const p256dh = Buffer.alloc(65, 4).toString('base64url')
    const body = { endpoint, keys: { ...keys, p256dh } }
    const response = await user.client.send(subscribePush, { body })
    expect(response.body.code).toBe('push.endpoint_refused')
  })

  test('sends a separate message for each of several events', async () => {
    const [first, second] = [await newUser(testApp), await newUser(testApp)]
    const [firstPhone, secondPhone] = [await deviceOf(first), await deviceOf(second)]
    const staffPhone = await deviceOf(await newAdmin(testApp))
    const after = await log.head()
    const ids = [await depositBy(first), await depositBy(second)]
    for (const id of ids) await approve(id)
    const range = { after, upTo: await log.head() }
    const transaction = await database.pool.connect()
    await transaction.query('begin')
    await pushNotifications(FEATURES).advance(transaction, range, FEATURES.catalog)
    const { rows: added } = await transaction.query(JOBS)
    await transaction.query('rollback')
    transaction.release()

    const toldTo = ({ endpoint }: TestDevice) =>
      added.filter((job) => job.endpoint === endpoint).map(({ tag, title }) => `${title} ${tag}`)
    const asked = ids.map((id) => `New deposit request deposit-${id}`)
    const approved = ids.map((id) => `Deposit approved deposit-${id}`)
    expect(toldTo(staffPhone)).toEqual(asked)
    expect(toldTo(firstPhone)).toEqual([approved[0]])
    expect(toldTo(secondPhone)).toEqual([approved[1]])
  })

  test('returns only the public key', async () => {
    const { key } = await user.client.call(readPushKey)
    expect(Buffer.from(key, 'base64url')).toHaveLength(65)
  })
})
