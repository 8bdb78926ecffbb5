import { describe, expect, test } from 'vitest'
import { matureDueStakes } from '#server/features/staking/mature-due.ts'
import { frozenOf } from '#server/ledger/chart.ts'
import { listStakes, openStake } from '#shared/contract/staking.ts'
import { DAY_MS, HOUR_MS } from '#shared/time.ts'
import { atOnce } from '#tests/support/at-once.ts'
import { openTestApp } from './support/app.ts'
import { asQueued } from './support/as-queued.ts'
import type { Request } from './support/client.ts'
import { expectSoundLedger, holdings } from './support/ledger.ts'
import { disable, fund, newAdmin, newUser, type Person } from './support/traders.ts'

const testApp = await openTestApp()
const { clock, services, database } = testApp

type Body = Partial<NonNullable<Request<typeof openStake>['body']>>

const stake = (by: Person, body: Body = {}, key?: string) =>
  by.client.insist(openStake, {
    body: { amount: '1000', duration: 5, ...body },
    ...(key ? { key } : {}),
  })
const list = (by: Person, of = by) =>
  by.client.send(listStakes, { params: { userId: of.userId }, query: {} })

async function investor(amount = '5000'): Promise<Person> {
  const person = await newUser(testApp)
  await fund(testApp, person, 'USDT', amount)
  return person
}

describe('opening a stake', () => {
  test('freezes the amount and shows the interest', async () => {
    const user = await investor()
    const { status, body } = await stake(user, { userId: user.userId, apy: '0.6', symbol: 'USDT' })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      userId: user.userId,
      symbol: 'USDT',
      amount: '1000',
      apy: '0.6',
      duration: 5,
      status: 'active',
      interest: '0.08219178',
    })
    expect(Date.parse(body.endDate) - Date.parse(body.startDate)).toBe(5 * DAY_MS)
    expect(await holdings(testApp, user)).toEqual({ USDT: '4000 + 1000' })
    expect((await list(user)).body).toEqual([body])
  })

  test('is refused with a reason and moves nothing', async () => {
    const user = await investor('1500')
    const codes = async (body: Body) => (await stake(user, body)).body
    expect(await codes({ amount: '999' })).toMatchObject({
      error: 'Invalid Amount',
      message: 'Amount must be between 1,000 and 1,000,000 USDT',
    })
    expect(await codes({ amount: '1500.00000001' })).toMatchObject({
      error: 'Insufficient Balance',
      message: 'You only have 1,500.00000000 USDT available',
    })
    expect(await codes({ apy: '6' })).toMatchObject({ code: 'terms.changed' })
    expect(await codes({ duration: 6 })).toMatchObject({ code: 'stake.plan_unknown' })
    const stranger = await newUser(testApp)
    expect(await codes({ userId: stranger.userId })).toMatchObject({ code: 'access.forbidden' })
    await disable(testApp, user)
    expect(await codes({})).toMatchObject({ code: 'account.disabled' })
    expect(await holdings(testApp, user)).toEqual({ USDT: '1500 + 0' })
  })

  test('has one effect per key and never spends the same money twice', async () => {
    const user = await investor('1999')
    const key = crypto.randomUUID()
    const same = await atOnce(20, () => stake(user, {}, key))
    expect(new Set(same.map(({ body }) => body.id)).size).toBe(1)
    const more = await atOnce(20, () => stake(user))
    expect(more.every(({ body }) => body.code === 'stake.balance_insufficient')).toBe(true)
    expect(await holdings(testApp, user)).toEqual({ USDT: '999 + 1000' })
  })
})

describe('the list of stakes', () => {
  test('is visible only to its owner and staff', async () => {
    const user = await investor()
    await stake(user)
    expect((await list(await newUser(testApp), user)).status).toBe(403)
    expect((await list(await newAdmin(testApp), user)).body).toHaveLength(1)
  })
})

describe('the end of a term', () => {
  test('pays principal and interest automatically, exactly once', async () => {
    const user = await investor()
    await stake(user)
    clock.advance(5 * DAY_MS - HOUR_MS)
    await matureDueStakes(services)
    expect(await holdings(testApp, user)).toEqual({ USDT: '4000 + 1000' })

    clock.advance(HOUR_MS)
    await atOnce(10, () => asQueued(() => matureDueStakes(services)))
    expect(await holdings(testApp, user)).toEqual({ USDT: '5000.08219178 + 0' })
    const refreshed = await newAdmin(testApp)
    expect((await list(refreshed, user)).body).toMatchObject([{ status: 'completed' }])
  })

  test('that cannot be paid does not delay others, and the job fails', async () => {
    const [broken, other] = [await investor(), await investor()]
    await stake(broken)
    await stake(other)
    clock.advance(5 * DAY_MS)
    const frozen = frozenOf(broken.userNo, 'USDT')
    const move = (change: number) =>
      database.pool.query('update balance set amount = amount + $2 where account = $1', [
        frozen,
        change,
      ])
    await move(-1)
    await expect(matureDueStakes(services)).rejects.toThrow('1 due stakes were not paid')
    expect(await holdings(testApp, other)).toEqual({ USDT: '5000.08219178 + 0' })

    await move(1)
    await matureDueStakes(services)
    expect(await holdings(testApp, broken)).toEqual({ USDT: '5000.08219178 + 0' })
  })

  test('is caught up after downtime, for every position', async () => {
    const users = await atOnce(5, () => investor())
    for (const user of users) await stake(user)
    clock.advance(400 * DAY_MS)
    await matureDueStakes(services)
    for (const user of users) {
      expect(await holdings(testApp, user)).toEqual({ USDT: '5000.08219178 + 0' })
    }
    await expectSoundLedger(testApp)
  })
})
