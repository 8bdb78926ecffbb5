import { beforeAll, describe, expect, test } from 'vitest'
import { FEATURES } from '#server/features/index.ts'
import type { Audience } from '#server/platform/push/notification.ts'
import { changePassword } from '#shared/contract/auth.ts'
import { addDepositAddress } from '#shared/contract/deposit-addresses.ts'
import { reviewDeposit } from '#shared/contract/deposits.ts'
import {
  readNotificationPreferences,
  switchNotification,
} from '#shared/contract/notification-preferences.ts'
import type { TestDevice } from '#tests/push/push-service.ts'
import { offerAddress } from './support/addresses.ts'
import { openPushWorld } from './support/push-world.ts'
import { depositBy } from './support/review-cases.ts'
import { newAdmin, newUser, type Person } from './support/traders.ts'

const { testApp, deviceOf, newOwner } = await openPushWorld()

// Kinds are stored in the database: renaming one would lose who has switched it off.
const OWN_KINDS = [
  ...['deposit', 'futures', 'kyc', 'loan', 'order'],
  ...['security', 'staking', 'support', 'withdrawal'],
]
const STAFF_KINDS = [
  ...['address-change', 'adjustment-review', 'deposit-review', 'kyc-review', 'ledger'],
  ...['loan-review', 'order-review', 'support-message', 'withdrawal-review'],
]

const declared = (...audiences: readonly Audience[]) =>
  FEATURES.notifications.filter(({ to }) => audiences.includes(to)).map(({ kind }) => kind)

let admin: Person
let user: Person
let adminPhone: TestDevice

const approve = (id: string) =>
  admin.client.call(reviewDeposit, { params: { id }, body: { action: 'approve' } })

/** The next notification with this title, because others may still arrive. */
async function told(phone: TestDevice, title: string) {
  for (;;) {
    const notification = await phone.next()
    if (notification.title === title) return notification
  }
}

beforeAll(async () => {
  admin = await newAdmin(testApp)
  user = await newUser(testApp)
  adminPhone = await deviceOf(admin)
})

describe('web push', () => {
  test('skips a kind while it is switched off', async () => {
    const { person, phone } = await newOwner()
    const set = (isOn: boolean) =>
      person.client.call(switchNotification, { body: { kind: 'deposit', isOn } })
    const { preferences } = await set(false)
    expect(preferences).toContainEqual({
      kind: 'deposit',
      to: 'owner',
      label: 'Deposits',
      hint: 'Approved or rejected.',
      isOn: false,
      isFixed: false,
    })
    await approve(await depositBy(person))
    await set(true)
    await approve(await depositBy(person))
    expect(await phone.next()).toMatchObject({ title: 'Deposit approved' })
    expect(phone.unread()).toBe(0)
  })

  test('skips only staff who switched the kind off', async () => {
    const [busy, ready] = [await newAdmin(testApp), await newAdmin(testApp)]
    const [busyPhone, readyPhone] = [await deviceOf(busy), await deviceOf(ready)]
    const body = { kind: 'deposit-review', isOn: false } as const
    await busy.client.call(switchNotification, { body })
    await depositBy(user)
    expect(await readyPhone.next()).toMatchObject({ title: 'New deposit request' })
    expect(busyPhone.unread()).toBe(0)
  })

  test('always sends security notifications, even if the table says otherwise', async () => {
    const person = await newUser(testApp)
    const body = { kind: 'security', isOn: false } as const
    const refused = await person.client.send(switchNotification, { body })
    expect(refused).toMatchObject({ status: 409, body: { code: 'notification.always_on' } })
    await testApp.database.pool.query(
      `insert into notification_off values ($1, 'security'), ($2, 'address-change')`,
      [person.userId, admin.userId],
    )
    const { preferences } = await person.client.call(readNotificationPreferences)
    const security = preferences.find(({ kind }) => kind === 'security')
    expect(security).toMatchObject({ isOn: true, isFixed: true })
    const phone = await deviceOf(person)
    await person.client.call(changePassword, {
      body: {
        currentPassword: `password of ${person.fullName.slice('User '.length)}`,
        newPassword: 'another password',
      },
    })
    expect(await phone.next()).toMatchObject({ title: 'Password changed', url: '/profile' })

    // The only notification about a user's own action, because a stolen session may have acted.
    const address = 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7'
    const added = { symbol: 'TRX', network: 'TRC20', address } as const
    await admin.client.call(addDepositAddress, { body: added })
    expect(await told(adminPhone, 'Deposit address proposed')).toMatchObject({
      url: '/admin/reviews?case=deposit-address-TRX-TRC20',
    })
    await offerAddress(testApp, added)
    await told(adminPhone, 'Deposit address changed')
  })

  test('lets users switch only their own kinds', async () => {
    const person = await newUser(testApp)
    const { preferences } = await person.client.call(readNotificationPreferences)
    expect(preferences.map(({ kind }) => kind)).toEqual(declared('owner'))
    expect(preferences.filter(({ to }) => to !== 'owner')).toEqual([])
    const body = { kind: 'deposit-review', isOn: false } as const
    expect((await person.client.send(switchNotification, { body })).status).toBe(404)
    const staff = await admin.client.call(readNotificationPreferences)
    const kinds = staff.preferences.map(({ kind }) => kind)
    expect(kinds).toEqual(declared('owner', 'staff'))
  })

  test('keeps the names of kinds', () => {
    expect(declared('owner')).toEqual(expect.arrayContaining(OWN_KINDS))
    expect(declared('staff')).toEqual(expect.arrayContaining(STAFF_KINDS))
  })
})
