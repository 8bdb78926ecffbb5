import { beforeAll, describe, expect, test } from 'vitest'
import { listActivity } from '#shared/contract/activity.ts'
import { resetPortfolio, updatePortfolio } from '#shared/contract/adjustments.ts'
import { placeTrade } from '#shared/contract/spot-orders.ts'
import { atOnce } from '#tests/support/at-once.ts'
import { until } from '#tests/support/wait.ts'
import { openTestApp } from './support/app.ts'
import { expectSoundLedger, holdings } from './support/ledger.ts'
import { fund, newAdmin, newUser, type Person } from './support/traders.ts'

const testApp = await openTestApp()

let admin: Person

beforeAll(async () => {
  admin = await newAdmin(testApp)
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
