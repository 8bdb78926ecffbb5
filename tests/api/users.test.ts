import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { currentUser } from '#shared/contract/auth.ts'
import { placeTrade } from '#shared/contract/spot-orders.ts'
import { openStake } from '#shared/contract/staking.ts'
import { listUsers, readManagedUser, updateCreditScore } from '#shared/contract/users.ts'
import { openTestApp } from './support/app.ts'
import { fund, newAdmin, newUser, type Person } from './support/traders.ts'

const testApp = await openTestApp()
const { services } = testApp
const { pool } = services

let admin: Person

beforeAll(async () => {
  admin = await newAdmin(testApp)
})

type Query = Readonly<Record<string, string | number>>
const list = (query: Query = {}) => admin.client.call(listUsers, { query })
const read = ({ userId }: Person) => admin.client.call(readManagedUser, { params: { userId } })
const setScore = (by: Person, userId: string, creditScore: number) =>
  by.client.send(updateCreditScore, { body: { userId, creditScore } })

describe('the list of users', () => {
  test('shows all data of a user except the password', async () => {
    const user = await newUser(testApp)
    await fund(testApp, user, 'BTC', '0.5')
    await fund(testApp, user, 'USDT', '2000')
    await user.client.call(placeTrade, {
      body: { symbol: 'BTC/USDT', side: 'buy', amount: '0.01', price: '50000' },
    })
    await user.client.call(openStake, { body: { amount: '500', duration: 1 } })

    const { users } = await list({ search: user.email })
    expect(users).toHaveLength(1)
    expect(users[0]).toMatchObject({
      id: user.userId,
      email: user.email,
      full_name: user.fullName,
      phone: '+1 555 0100',
      is_active: true,
      is_verified: false,
      kyc_status: 'not_submitted',
      credit_score: 60,
      role: 'user',
      app_metadata: { provider: 'email' },
      assets_count: 2,
      total_portfolio_value: '32000',
      unpriced: [],
      trade_count: 1,
      portfolio: [
        { symbol: 'BTC', available: '0.5', frozen: '0' },
        { symbol: 'USDT', available: '1000', frozen: '1000' },
      ],
      active_loans_count: 0,
      active_staking_count: 1,
    })
    expect(users[0]?.last_sign_in_at).toBeTypeOf('string')
    expect(users[0]?.email_confirmed_at).toBe(users[0]?.password_encrypted_at)
    expect(await read(user)).toEqual(users[0])
    expect(JSON.stringify(users)).not.toMatch(/argon2|password_hash/)
  })

  test('finds users by any part of email, name or id, in any case', async () => {
    const user = await newUser(testApp)
    const { display_id: displayId } = await read(user)
    const middle = user.email.slice(2, 7)
    for (const search of [middle, middle.toUpperCase(), user.fullName, displayId, user.userId]) {
      const { users, found } = await list({ search })
      expect(users.map(({ id }) => id)).toEqual([user.userId])
      expect(found).toBe(1)
    }
  })

  test('matches one or two letters only at the start of words', async () => {
    await newUser(testApp)
    const { total } = await list({})
    for (const search of ['us', 'EX', 'e.c', '.co'])
      expect((await list({ search })).found).toBe(total)
    expect((await list({ search: 'e.' })).found).toBe(0)
  })

  test.each(['%', '_', '\\', "'", '<script>', '%%%', '.', '(', '[a', '***:'])(
    'treats %s literally',
    async (search) => {
      expect((await list({ search })).users).toEqual([])
    },
  )

  test.each(['newest', 'name', 'last_sign_in'] as const)(
    'is paged without gaps or repetitions, sorted by %s',
    async (sort) => {
      await Promise.all([newUser(testApp), newUser(testApp), newUser(testApp)])
      const whole = await list({ sort, limit: 100 })
      const ids: string[] = []
      let before: string | null = null
      do {
        const page: Awaited<ReturnType<typeof list>> = await list({
          sort,
          limit: 2,
          ...(before ? { before } : {}),
        })
        ids.push(...page.users.map(({ id }) => id))
        before = page.next
      } while (before)
      expect(ids).toEqual(whole.users.map(({ id }) => id))
      expect(ids).toHaveLength(whole.total)
      expect(new Set(ids).size).toBe(whole.total)
    },
  )

  test('shows the total in addition to the number found', async () => {
    const { total, found } = await list({ search: 'nobody has this' })
    expect(found).toBe(0)
    expect(total).toBeGreaterThan(2)
  })

  test('refuses a cursor of an unknown user', async () => {
    const response = await admin.client.send(listUsers, { query: { before: randomUUID() } })
    expect(response.status).toBe(404)
    expect(response.body.message).toBe('User not found')
  })

  test('reads a page with a constant number of queries', async () => {
    const queries: string[] = []
    // Jobs that run at the same time query the same pool.
    const request = new AsyncLocalStorage<string[]>()
    const query = pool.query.bind(pool)
    const counted = (...given: Parameters<typeof pool.query>) => {
      request.getStore()?.push(JSON.stringify(given[0]))
      return query(...given)
    }
    pool.query = counted as typeof pool.query
    await request.run(queries, () => list({ limit: 50 }))
    pool.query = query
    const own = queries.filter((text) => /from (person|page)/.test(text))
    expect(own).toHaveLength(2)
  })
})

describe('the credit score', () => {
  test('can be set, is shown with its band and appears in the profile', async () => {
    const user = await newUser(testApp)
    const { status, body } = await setScore(admin, user.userId, 700)
    expect([status, body.message]).toEqual([200, 'The credit score is now 700.'])
    expect((await user.client.call(currentUser)).credit_score).toBe(700)
    expect((await read(user)).credit_score).toBe(700)
  })

  test.each([-1, 851, 1.5, 1e9])('cannot be %s', async (creditScore) => {
    const user = await newUser(testApp)
    const { status, body } = await setScore(admin, user.userId, creditScore)
    expect([status, body.message]).toEqual([400, 'Credit score must be between 0 and 850'])
  })

  test.each([0, 850])('can be %s', async (creditScore) => {
    const user = await newUser(testApp)
    expect((await setScore(admin, user.userId, creditScore)).status).toBe(200)
  })

  test('is refused if it is unchanged', async () => {
    const user = await newUser(testApp)
    expect((await setScore(admin, user.userId, 60)).body.code).toBe('user.unchanged')
  })
})
