import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  listWaitingAdjustments,
  reviewAdjustment,
  updatePortfolio,
  weighAdjustment,
} from '#shared/contract/adjustments.ts'
import { PROPOSED } from '#shared/contract/reviews.ts'
import { openTestApp } from './support/app.ts'
import { expectSoundLedger } from './support/ledger.ts'
import { fund, newAdmin, newUser, type Person } from './support/traders.ts'

const world = await openTestApp({ config: { secondApprovalAboveUsd: '1000' } })
const { services } = world

let first: Person
let second: Person
let third: Person

beforeAll(async () => {
  ;[first, second, third] = [await newAdmin(world), await newAdmin(world), await newAdmin(world)]
})

afterAll(() => expectSoundLedger(world))

async function countOf(type: string, stream: string): Promise<number> {
  const { rowCount } = await services.pool.query(
    'select 1 from event where stream = $1 and type = $2',
    [stream, type],
  )
  return rowCount ?? 0
}

interface Response {
  readonly status: number
  readonly body: { readonly code?: string | undefined; readonly message: string }
}
const shown = ({ status, body }: Response) => [status, body.code ?? body.message]

describe('an adjustment', () => {
  const propose = async (user: Person, available: string, was = '0', by = first) =>
    by.client.send(updatePortfolio, {
      body: { userId: user.userId, reason: 'Wrong coin', balances: { BTC: { available, was } } },
    })
  const waiting = async ({ userId }: Person) =>
    (await second.client.call(listWaitingAdjustments, { query: { of: userId } }))[0]
  const review = async (
    user: Person,
    action: 'approve' | 'reject',
    { by = second, at = undefined as string | undefined } = {},
  ) =>
    by.client.send(reviewAdjustment, {
      params: { userId: user.userId },
      body: { action, proposedAt: at ?? (await waiting(user))?.first_approval?.at ?? 'none' },
    })
  const weigh = (user: Person, query: Readonly<Record<string, string>>, by = first) =>
    by.client.call(weighAdjustment, { params: { userId: user.userId }, query })
  const applied = ({ userId }: Person) => countOf('PortfolioAdjusted', `adjustment-${userId}`)

  test('of a small amount is applied at once', async () => {
    const user = await newUser(world)
    expect((await propose(user, '0.001')).body).toEqual({
      message: 'The balances have been adjusted.',
      changes: [{ symbol: 'BTC', amount: '0.001' }],
    })
    expect(await waiting(user)).toBeUndefined()
  })

  test('of a large amount is proposed, then applied unchanged by a second reviewer', async () => {
    const user = await newUser(world)
    expect((await propose(user, '0.5')).body).toEqual({
      message: PROPOSED,
      awaits_second_approval: true,
      changes: [{ symbol: 'BTC', amount: '0.5' }],
    })
    expect(await waiting(user)).toMatchObject({
      reason: 'Wrong coin',
      changes: [{ symbol: 'BTC', amount: '0.5' }],
      first_approval: { by: first.fullName, value: '30000' },
    })
    expect(shown(await propose(user, '0.1'))).toEqual([409, 'adjustment.waiting'])
    expect(shown(await review(user, 'approve', { by: first }))).toEqual([
      409,
      'approval.second_person',
    ])
    const at = (await waiting(user))?.first_approval?.at
    expect(shown(await review(user, 'approve', { at: 'earlier' }))).toEqual([
      409,
      'adjustment.none_waits',
    ])
    const responses = await Promise.all(
      [second, third].map((by) => review(user, 'approve', { by, ...(at ? { at } : {}) })),
    )
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await applied(user)).toBe(1)
    expect(await waiting(user)).toBeUndefined()
  })

  test('says in advance whether it will wait for a second approval', async () => {
    const user = await newUser(world)
    await fund(world, user, 'BTC', '0.5')
    const standing = { second_person_missing: false, first_approval: null }
    const alone = { needs_second_approval: false, second_approval_reason: null, ...standing }
    const large = { needs_second_approval: true, second_approval_reason: 'amount', ...standing }
    expect(await weigh(user, { BTC: '0.501' })).toEqual(alone)
    expect(await weigh(user, { BTC: '1' })).toEqual(large)
    expect(await weigh(user, { BTC: '0.5', USDT: '10' })).toEqual(alone)
    // A reset takes everything.
    expect(await weigh(user, {})).toEqual(large)
    expect(await weigh(await newUser(world), {})).toEqual(alone)
  })

  test('is listed while it waits, page by page', async () => {
    const users = [await newUser(world), await newUser(world), await newUser(world)]
    for (const user of users) await propose(user, '0.5')
    const seen: string[] = []
    for (let before: string | undefined; ; before = seen.at(-1)) {
      const query = { limit: 2, ...(before ? { before } : {}) }
      const page = await second.client.call(listWaitingAdjustments, { query })
      seen.push(...page.map(({ user }) => user.id))
      if (page.length < 2) break
    }
    expect(seen).toEqual(expect.arrayContaining(users.map(({ userId }) => userId)))
    expect(new Set(seen).size).toBe(seen.length)
    for (const user of users) await review(user, 'reject')
  })

  test('can be rejected by either reviewer, and a new one can follow', async () => {
    for (const by of [first, second]) {
      const user = await newUser(world)
      await propose(user, '0.5')
      expect((await review(user, 'reject', { by })).status).toBe(200)
      expect(await applied(user)).toBe(0)
      expect((await propose(user, '0.001')).status).toBe(200)
    }
  })

  test('is refused after the balance changed, and for the reviewer’s own balance', async () => {
    const user = await newUser(world)
    await fund(world, user, 'BTC', '0.5')
    await propose(user, '0', '0.5')
    await fund(world, user, 'BTC', '-0.25')
    expect(shown(await review(user, 'approve'))).toEqual([409, 'adjustment.balance_changed'])
    expect((await review(user, 'reject')).status).toBe(200)

    const member = await newAdmin(world)
    await propose(member, '0.5')
    expect(shown(await review(member, 'approve', { by: member }))).toEqual([
      403,
      'access.own_account',
    ])
  })
})
