import { beforeAll, describe, expect, test } from 'vitest'
import { FEATURES } from '#server/features/index.ts'
import { pushNotifications, pushTasks } from '#server/features/push/delivery.ts'
import { changePassword } from '#shared/contract/auth.ts'
import { reviewDeposit } from '#shared/contract/deposits.ts'
import { subscribePush } from '#shared/contract/push.ts'
import { DAY_MS, instantOf, MINUTE_MS } from '#shared/time.ts'
import type { TestDevice } from '#tests/push/push-service.ts'
import { openPushWorld } from './support/push-world.ts'
import { depositBy } from './support/review-cases.ts'
import { newAdmin, newUser, type Person } from './support/traders.ts'

const { testApp, deviceOf, newOwner } = await openPushWorld()
const { services, database, clock } = testApp
const [deliver] = pushTasks(services, new AbortController().signal, FEATURES)

interface Payload {
  readonly endpoint: string
  readonly event: { readonly stream: string; readonly version: number; readonly at: string }
}

const JOBS = `
  select payload from graphile_worker._private_jobs
  where xmin = pg_current_xact_id()::xid order by id`

let admin: Person
let adminPhone: TestDevice

beforeAll(async () => {
  admin = await newAdmin(testApp)
  adminPhone = await deviceOf(admin)
})

describe('a push that waits', () => {
  test('is not sent to another user of the same browser', async () => {
    const { person, phone } = await newOwner()
    const [waiting] = await pushesTo(phone, () => choosePassword(person))
    const other = await newUser(testApp)
    const { endpoint, keys } = phone
    await other.client.call(subscribePush, { body: { endpoint, keys, device: 'Shared' } })
    await deliver?.run(waiting)
    expect(phone.unread()).toBe(0)
  })

  test('is dropped a day after its event', async () => {
    const { person, phone } = await newOwner()
    const [waiting] = await pushesTo(phone, () => choosePassword(person))
    const aged = (ms: number) => {
      const at = instantOf(clock.now() - ms)
      return deliver?.run({ ...waiting, event: { ...waiting?.event, at } })
    }
    await aged(DAY_MS)
    expect(phone.unread()).toBe(0)
    await aged(DAY_MS - MINUTE_MS)
    expect(phone.unread()).toBe(1)
  })

  test('is dropped once its user was sent a later one about the same item', async () => {
    const { person, phone } = await newOwner()
    const [first] = await pushesTo(phone, () => choosePassword(person))
    const [second] = await pushesTo(phone, () => choosePassword(person))
    await deliver?.run(first)
    expect(phone.unread()).toBe(0)
    await deliver?.run(second)
    expect(phone.unread()).toBe(1)
  })

  test('is sent although other people were sent a later one about the same item', async () => {
    const { person, phone } = await newOwner()
    let id = ''
    const [asked] = await pushesTo(adminPhone, async () => {
      id = await depositBy(person)
    })
    await pushesTo(phone, () =>
      admin.client.call(reviewDeposit, { params: { id }, body: { action: 'approve' } }),
    )
    await deliver?.run(asked)
    expect(adminPhone.unread()).toBe(1)
  })

  test('of an earlier release, without its event, is sent', async () => {
    const { person, phone } = await newOwner()
    const [waiting] = await pushesTo(phone, () => choosePassword(person))
    const { event: _, ...earlier } = { ...waiting, userId: undefined }
    await deliver?.run(earlier)
    expect(phone.unread()).toBe(1)
  })
})

/** The jobs of pushes to a device that an action causes, whose own messages are read. */
async function pushesTo(
  { endpoint, next }: TestDevice,
  act: () => Promise<unknown>,
): Promise<Payload[]> {
  const after = await services.log.head()
  await act()
  await next()
  const range = { after, upTo: await services.log.head() }
  const transaction = await database.pool.connect()
  await transaction.query('begin')
  await pushNotifications(FEATURES).advance(transaction, range, FEATURES.catalog)
  const { rows } = await transaction.query<{ payload: Payload }>(JOBS)
  await transaction.query('rollback')
  transaction.release()
  return rows.map(({ payload }) => payload).filter((payload) => payload.endpoint === endpoint)
}

let chosen = 0

async function choosePassword({ client, fullName }: Person): Promise<void> {
  const before = passwords.get(fullName) ?? `password of ${fullName.slice('User '.length)}`
  chosen += 1
  const next = `another password ${chosen}`
  passwords.set(fullName, next)
  await client.call(changePassword, { body: { currentPassword: before, newPassword: next } })
}

const passwords = new Map<string, string>()
