import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { recordSignUp } from '#server/identity/user-commands.ts'
import { resetPortfolio, updatePortfolio } from '#shared/contract/adjustments.ts'
import { currentUser, listSessions, logIn } from '#shared/contract/auth.ts'
import {
  deleteUser,
  listUsers,
  readManagedUser,
  toggleUserStatus,
  updateCreditScore,
  updateUserPassword,
} from '#shared/contract/users.ts'
import { openTestApp } from './support/app.ts'
import { expectSoundLedger } from './support/ledger.ts'
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
        error: 'Your Own Account',
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
          'This user cannot be deleted yet. The account still has funds, open positions, pending requests or an unpaid loan.',
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
    const responses = await Promise.all([1, 2, 3].map(() => remove(user.userId)))
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 404, 404])
  })

  test('is refused for colleagues', async () => {
    expect((await remove(colleague.userId)).body.code).toBe('user.staff_deletion')
  })
})
