import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { recordSignUp } from '#server/identity/user-commands.ts'
import { listActivity } from '#shared/contract/activity.ts'
import { resetPortfolio, updatePortfolio } from '#shared/contract/adjustments.ts'
import { currentUser, listSessions, logIn } from '#shared/contract/auth.ts'
import { placeTrade } from '#shared/contract/spot-orders.ts'
import {
  deleteUser,
  listUsers,
  readManagedUser,
  toggleUserStatus,
  updateCreditScore,
  updateUserPassword,
} from '#shared/contract/users.ts'
import { atOnce } from '#tests/support/at-once.ts'
import { until } from '#tests/support/wait.ts'
import { openTestApp } from './support/app.ts'
import { expectSoundLedger, holdings } from './support/ledger.ts'
import { Mailbox } from './support/mailbox.ts'
import { fund, newAdmin, newUser, type Person } from './support/traders.ts'

const testApp = await openTestApp()
const { services, visitor } = testApp
const { pool } = services
const mails = new Mailbox(services.config.dataDir)

let admin: Person
let colleague: Person

beforeAll(async () => {
  ;[admin, colleague] = await Promise.all([newAdmin(testApp), newAdmin(testApp)])
})

type Query = Readonly<Record<string, string | number>>
const list = (query: Query = {}) => admin.client.call(listUsers, { query })
const read = ({ userId }: Person) => admin.client.call(readManagedUser, { params: { userId } })

describe('staff cannot manage themselves or an unknown user', () => {
  const acts = {
    disable: (userId: string) => ({ route: toggleUserStatus, body: { userId, isActive: false } }),
    score: (userId: string) => ({ route: updateCreditScore, body: { userId, creditScore: 800 } }),
    password: (userId: string) => ({
      route: updateUserPassword,
      body: { userId, newPassword: 'another one' },
    }),
    deletion: (userId: string) => ({ route: deleteUser, body: { userId } }),
    adjustment: (userId: string) => ({
      route: updatePortfolio,
      body: { userId, reason: 'Gift', balances: { USDT: { available: '5', was: '0' } } },
    }),
    reset: (userId: string) => ({ route: resetPortfolio, body: { userId, reason: 'Gift' } }),
  } as const

  test.each(Object.entries(acts))('%s', async (_, act) => {
    const own = act(admin.userId)
    const refused = await admin.client.send(own.route, { body: own.body } as never)
    expect([refused.status, refused.body]).toEqual([
      403,
      {
        code: 'access.own_account',
        error: 'Own Account',
        message: 'Staff cannot manage their own account here. Ask another member of staff.',
      },
    ])
    const missing = act(randomUUID())
    const unknown = await admin.client.send(missing.route, { body: missing.body } as never)
    expect([unknown.status, unknown.body]).toEqual([
      404,
      { code: 'user.unknown', error: 'Not Found', message: 'User not found' },
    ])
  })
})

describe('a password set by staff', () => {
  const change = (userId: string, newPassword: string) =>
    admin.client.send(updateUserPassword, { body: { userId, newPassword } })

  test('ends the user’s sessions, works at once and is announced by mail', async () => {
    const user = await newUser(testApp)
    const { status, body } = await change(user.userId, 'another one')
    expect([status, body.message]).toEqual([
      200,
      'Password updated successfully! You can now login with your new password.',
    ])
    expect((await user.client.send(listSessions)).status).toBe(401)
    const logInWith = (password: string) =>
      visitor.send(logIn, { body: { email: user.email, password } })
    expect((await logInWith('another one')).status).toBe(200)
    const before = await read(user)
    expect(before.password_last_updated).not.toBe(null)
    await mails.find(user.email, /(Our staff set a new password)/)
    const { rows } = await pool.query(
      `select data, metadata from event where stream = $1 and type = 'PasswordChanged'`,
      [`user-${user.userId}`],
    )
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({
      data: { by: 'admin' },
      metadata: { actor: { kind: 'admin', id: admin.userId } },
    })
  })

  test('has at least six characters', async () => {
    const user = await newUser(testApp)
    const { status, body } = await change(user.userId, 'short')
    expect([status, body]).toEqual([
      400,
      {
        code: 'password.weak',
        error: 'Weak Password',
        message: 'New password must be at least 6 characters long',
      },
    ])
  })

  test('is refused for a colleague', async () => {
    const { status, body } = await change(colleague.userId, 'another one')
    expect([status, body.code]).toEqual([403, 'user.staff_password'])
  })

  test('is refused before the address is confirmed', async () => {
    const userId = randomUUID()
    await pool.query(
      `insert into person (user_id, display_id, email, full_name, phone, created_at)
       values ($1, $2, $3, 'Demo User', '', now())`,
      [userId, userId.slice(0, 8).toUpperCase(), `${userId}@example.com`],
    )
    await recordSignUp(services.identity, userId)
    expect((await change(userId, 'another one')).body.code).toBe('user.unconfirmed')
    const { users } = await list({ search: userId })
    expect(users[0]).toMatchObject({
      email_confirmed_at: null,
      password_encrypted_at: null,
      last_sign_in_at: null,
      assets_count: 0,
    })
  })
})

describe('an adjustment', () => {
  type Balances = Readonly<Record<string, { available: string; was: string }>>
  const adjust = (userId: string, balances: Balances, reason = 'Wrong coin', key?: string) =>
    admin.client.send(updatePortfolio, {
      body: { userId, reason, balances } as never,
      ...(key ? { key } : {}),
    })
  const reset = (userId: string, reason = 'Starts anew') =>
    admin.client.send(resetPortfolio, { body: { userId, reason } })

  test('sets the available balances of several coins and shows the user the reason', async () => {
    const user = await newUser(testApp)
    await fund(testApp, user, 'USDT', '100')
    const { status, body } = await adjust(user.userId, {
      USDT: { available: '40.5', was: '100' },
      BTC: { available: '0.25', was: '0' },
      ETH: { available: '0', was: '0' },
    })
    expect([status, body]).toEqual([
      200,
      {
        message: 'The balances have been adjusted.',
        changes: [
          { symbol: 'BTC', amount: '0.25' },
          { symbol: 'USDT', amount: '-59.5' },
        ],
      },
    ])
    expect(await holdings(testApp, user)).toEqual({ BTC: '0.25 + 0', USDT: '40.5 + 0' })
    const { lines } = await user.client.call(listActivity, {
      params: { userId: user.userId },
      query: { kind: 'adjustment' },
    })
    expect(lines.filter(({ type }) => type === 'PortfolioAdjusted')).toMatchObject([
      { title: 'Adjustment', symbol: 'USDT', amount: '-59.5' },
      { title: 'Adjustment', symbol: 'BTC', amount: '0.25' },
    ])
    await expectSoundLedger(testApp)
  })

  test('needs a reason and a change', async () => {
    const user = await newUser(testApp)
    const usdt = { USDT: { available: '5', was: '0' } }
    const silent = await adjust(user.userId, usdt, '  ')
    expect([silent.status, silent.body.code]).toEqual([400, 'adjustment.reason_required'])
    const same = await adjust(user.userId, { USDT: { available: '0', was: '0' } })
    expect([same.status, same.body.code]).toEqual([409, 'adjustment.unchanged'])
    expect((await adjust(user.userId, {})).body.code).toBe('adjustment.unchanged')
  })

  test('is refused if the balance has changed since staff saw it', async () => {
    const user = await newUser(testApp)
    await fund(testApp, user, 'USDT', '7')
    const late = await adjust(user.userId, { USDT: { available: '5', was: '0' } })
    expect([late.status, late.body]).toMatchObject([
      409,
      { code: 'adjustment.balance_changed', symbol: 'USDT', actual: '7' },
    ])
  })

  test.each(['-1', '0.000000001', '1e3', 'many', '9999999999999999'])(
    'refuses a balance of %s',
    async (available) => {
      const user = await newUser(testApp)
      const { status, body } = await adjust(user.userId, { USDT: { available, was: '0' } })
      expect([status, body.code]).toEqual([400, 'input.invalid'])
    },
  )

  test('never takes money that a concurrent order spends', async () => {
    const user = await newUser(testApp)
    await fund(testApp, user, 'USDT', '500')
    const order = { symbol: 'BTC/USDT', side: 'buy', amount: '0.01', price: '50000' } as const
    const [taken, placed] = await Promise.all([
      adjust(user.userId, { USDT: { available: '0', was: '500' } }),
      user.client.send(placeTrade, { body: order }),
    ])
    expect([taken.status, placed.status].toSorted()).toEqual([200, 409])
    await expectSoundLedger(testApp)
  })

  test('applies once for concurrent requests with different keys', async () => {
    const user = await newUser(testApp)
    const gifts = await atOnce(6, () => adjust(user.userId, { USDT: { available: '5', was: '0' } }))
    expect(gifts.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await holdings(testApp, user)).toEqual({ USDT: '5 + 0' })
  })

  test('resets every available balance and keeps frozen ones', async () => {
    // Without a price the value is unknown, and a second approval would be needed.
    testApp.market.set('DOGE', '0.1')
    await until(() => testApp.services.prices.current('DOGE') !== undefined)
    const user = await newUser(testApp)
    await fund(testApp, user, 'USDT', '700')
    await fund(testApp, user, 'DOGE', '12')
    await user.client.call(placeTrade, {
      body: { symbol: 'BTC/USDT', side: 'buy', amount: '0.01', price: '50000' },
    })
    expect((await reset(user.userId)).body.changes).toEqual([
      { symbol: 'USDT', amount: '-200' },
      { symbol: 'DOGE', amount: '-12' },
    ])
    expect(await holdings(testApp, user)).toEqual({ USDT: '0 + 500', DOGE: '0 + 0' })
    expect((await reset(user.userId)).body.code).toBe('adjustment.unchanged')
    expect((await reset(user.userId, '')).body.code).toBe('adjustment.reason_required')
    await expectSoundLedger(testApp)
  })
})

describe('deleting a user', () => {
  const remove = (userId: string) => admin.client.send(deleteUser, { body: { userId } })

  test('is refused with a list of obstacles until there are none', async () => {
    const user = await newUser(testApp)
    await fund(testApp, user, 'USDT', '5')
    const blocked = await remove(user.userId)
    expect([blocked.status, blocked.body]).toEqual([
      409,
      {
        code: 'user.not_empty',
        error: 'Account Not Empty',
        message:
          'This user cannot be deleted yet. The account still has funds, open positions or open requests.',
        obstacles: ['5 USDT'],
        obstacle_texts: [{ message: '{amount} {symbol}', values: { amount: '5', symbol: 'USDT' } }],
      },
    ])
    const body = { userId: user.userId, reason: 'Leaves' }
    await admin.client.call(resetPortfolio, { body })
    expect((await remove(user.userId)).body).toEqual({ message: 'The user has been deleted.' })
    expect((await list({ search: user.userId })).users).toEqual([])
    expect((await user.client.send(currentUser)).status).toBe(401)
    await mails.find(user.email, /(deleted by our staff)/)
    expect((await remove(user.userId)).body.code).toBe('user.unknown')
    const { rows } = await pool.query(
      `select metadata from event where stream = $1 and type = 'UserDeleted'`,
      [`user-${user.userId}`],
    )
    expect(rows).toMatchObject([{ metadata: { actor: { kind: 'admin', id: admin.userId } } }])
    await expectSoundLedger(testApp)
  })

  test('happens once for concurrent requests', async () => {
    const user = await newUser(testApp)
    const answers = await Promise.all([1, 2, 3].map(() => remove(user.userId)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404])
  })

  test('is refused for colleagues', async () => {
    expect((await remove(colleague.userId)).body.code).toBe('user.staff_deletion')
  })
})
