import { beforeAll, describe, expect, test } from 'vitest'
import { resetPortfolio, updatePortfolio } from '#shared/contract/adjustments.ts'
import { openTestApp } from './support/app.ts'
import type { Request } from './support/client.ts'
import { expectSoundLedger, holdings } from './support/ledger.ts'
import { fund, newAdmin, newUser, type Person } from './support/traders.ts'

const world = await openTestApp({ config: { secondApprovalAboveUsd: '1000' } })

let admin: Person

beforeAll(async () => {
  admin = await newAdmin(world)
  await newAdmin(world)
})

async function holder(amount: string): Promise<Person> {
  const user = await newUser(world)
  await fund(world, user, 'USDT', amount)
  return user
}

type Reset = Omit<NonNullable<Request<typeof resetPortfolio>['body']>, 'userId' | 'reason'>

const reset = ({ userId }: Person, seen: Reset) =>
  admin.client.send(resetPortfolio, { body: { userId, reason: 'Starts anew', ...seen } })

describe('a reset takes no money that staff were not shown', () => {
  test('and is refused with the balance if more has arrived', async () => {
    const user = await holder('100')
    await fund(world, user, 'USDT', '200')
    const { status, body } = await reset(user, { was: { USDT: '100' } })
    expect([status, body]).toMatchObject([
      409,
      { code: 'adjustment.balance_changed', symbol: 'USDT', actual: '300' },
    ])
    expect(await holdings(world, user)).toEqual({ USDT: '300 + 0' })
    expect((await reset(user, { was: { USDT: '300.0' } })).status).toBe(200)
    expect(await holdings(world, user)).toEqual({ USDT: '0 + 0' })
  })

  test('also for another asset, or for one that is no longer there', async () => {
    const user = await holder('100')
    await fund(world, user, 'ETH', '0.1')
    const more = await reset(user, { was: { USDT: '100' } })
    expect(more.body).toMatchObject({ code: 'adjustment.balance_changed', symbol: 'ETH' })
    const less = await reset(user, { was: { USDT: '100', ETH: '0.1', BTC: '1' } })
    expect(less.body).toMatchObject({ code: 'adjustment.balance_changed', symbol: 'BTC' })
    expect((await reset(user, { was: { USDT: '100', ETH: '0.1', BTC: '0' } })).status).toBe(200)
  })

  test('while a client that sends no balances resets the current ones, and gets them in the response', async () => {
    const user = await holder('100')
    const { body } = await reset(user, {})
    expect(body.changes).toEqual([{ symbol: 'USDT', amount: '-100' }])
    await expectSoundLedger(world)
  })
})

describe('an adjustment has the effect that staff were shown', () => {
  const credit = ({ userId }: Person, available: string, takesEffect?: boolean) => {
    const balances = { USDT: { available, was: '0' } }
    const body = { userId, reason: 'Missed deposit', balances, takesEffect }
    return admin.client.send(updatePortfolio, { body })
  }

  test('and is refused if it would take effect or wait instead', async () => {
    const user = await newUser(world)
    const early = await credit(user, '900', false)
    expect([early.status, early.body.code]).toEqual([409, 'review.effect_changed'])
    expect(early.body.message).toBe(
      'Nothing has been decided. This adjustment would now take effect at once: check it again.',
    )
    const late = await credit(user, '1001', true)
    expect(late.body.message).toBe(
      'Nothing has been decided. This adjustment would now wait for a second person.',
    )
    expect(await holdings(world, user)).toEqual({})
    expect((await credit(user, '1001', false)).body.awaits_second_approval).toBe(true)
  })

  test('and so has a reset', async () => {
    const user = await holder('100')
    expect((await reset(user, { takesEffect: false })).body.code).toBe('review.effect_changed')
    expect((await reset(user, { takesEffect: true })).status).toBe(200)
    await expectSoundLedger(world)
  })
})
