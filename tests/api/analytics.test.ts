import { beforeAll, describe, expect, test } from 'vitest'
import { presentLiabilities } from '#server/features/analytics/liabilities.ts'
import { FEATURES } from '#server/features/index.ts'
import { dailyFigures } from '#server/projections/daily-figures.ts'
import { openLiabilities } from '#server/projections/open-liabilities.ts'
import { rebuild } from '#server/projections/rebuild.ts'
import { reviewTimes } from '#server/projections/review-times.ts'
import { type Analytics, readAnalytics } from '#shared/contract/analytics.ts'
import { confirmConversion, quoteConversion } from '#shared/contract/conversions.ts'
import { reviewDeposit, submitDeposit } from '#shared/contract/deposits.ts'
import { reviewLoan } from '#shared/contract/loan-reviews.ts'
import { submitLoan } from '#shared/contract/loans.ts'
import { approveOrder, placeTrade } from '#shared/contract/spot-orders.ts'
import { openStake } from '#shared/contract/staking.ts'
import { type AnalyticsPeriod, dayOf } from '#shared/rules/analytics.ts'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#shared/time.ts'
import { eventually } from '#tests/support/wait.ts'
import { waitForPosition } from '#tests/support/wait-for-position.ts'
import { offerAddress } from './support/addresses.ts'
import { openTestApp } from './support/app.ts'
import { open as openFutures } from './support/futures.ts'
import { photo } from './support/pictures.ts'
import { silence } from './support/silence.ts'
import { newAdmin, newUser, type Person, renewed } from './support/traders.ts'

const testApp = await openTestApp()
const { services, clock } = testApp
const PROJECTIONS = [dailyFigures, openLiabilities, reviewTimes(FEATURES.decided)]

/** Times that stay the same, rounded to within 5 %, if a request takes 20 s longer. */
const WAITS_S = { short: 600, medium: 2_000, long: 6_000 }

let admin: Person
let user: Person

/** Moves the clock and opens new sessions, because tokens expire too. */
async function pass(ms: number): Promise<void> {
  clock.advance(ms)
  admin = await renewed(testApp, admin)
  user = await renewed(testApp, user)
  await eventually(() => expect(services.prices.current('BTC')).toBeDefined())
}

async function report(period: AnalyticsPeriod = '7d'): Promise<Analytics> {
  const position = await services.log.head()
  for (const { name: follower } of PROJECTIONS) {
    expect(await waitForPosition(services.pool, { follower, position })).toBe(true)
  }
  return admin.client.call(readAnalytics, { query: { period } })
}

async function deposit(
  symbol: 'USDT' | 'BTC',
  amount: string,
  waitsSeconds: number,
): Promise<void> {
  const { request } = await user.client.call(submitDeposit, {
    body: { symbol, amount },
    files: { screenshot: await photo(16, 16) },
  })
  await pass(waitsSeconds * SECOND_MS)
  const params = { id: request.id }
  await admin.client.call(reviewDeposit, { params, body: { action: 'approve' } })
}

beforeAll(async () => {
  // Start at noon, so that minutes passing during the test stay within the day.
  clock.advance(1.5 * DAY_MS - (clock.now() % DAY_MS))
  admin = await newAdmin(testApp)
  const addresses = [
    { symbol: 'USDT', network: 'TRC20', address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' },
    { symbol: 'BTC', network: 'Bitcoin', address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq' },
  ] as const
  for (const body of addresses) await offerAddress(testApp, body)
})

describe('the figures of the platform', () => {
  test('are complete and empty before anything happens', async () => {
    // The server itself records events at its start.
    const empty = await eventually(async () => {
      const read = await report('90d')
      expect(read.behind).toBe(0)
      return read
    })
    expect(empty).toMatchObject({
      period: '90d',
      step: 'day',
      signUps: { total: 1 },
      deposits: { count: 0, value: '0', unpriced: [] },
      volumes: { spot: '0', futures: '0', conversions: '0' },
      liabilities: { assets: [], value: '0', loansValue: '0', asOf: null, unpriced: [] },
    })
    expect(empty.signUps.points).toHaveLength(90)
    const times = new Map(empty.reviewTimes.map(({ kind, count }) => [kind, count]))
    expect([...times.keys()]).toEqual(FEATURES.decided.map(({ kind }) => kind))
    for (const kind of ['spot-order', 'deposit', 'withdrawal', 'kyc', 'loan']) {
      expect(times.get(kind), kind).toBe(0)
    }
  })

  test('count sign-ups and deposits per day, at the prices of that day', async () => {
    user = await newUser(testApp)
    await deposit('USDT', '2500', WAITS_S.short)
    await deposit('BTC', '0.05', WAITS_S.long)
    const first = dayOf(clock.now())
    await pass(DAY_MS)
    await newUser(testApp)
    await deposit('USDT', '100.5', WAITS_S.medium)
    const second = dayOf(clock.now())

    const { signUps, deposits } = await report()
    expect(signUps.total).toBe(3)
    expect(signUps.points.slice(-2)).toEqual([
      { start: first, count: 2 },
      { start: second, count: 1 },
    ])
    expect(deposits).toMatchObject({ count: 3, value: '5600.5', unpriced: [] })
    expect(deposits.points.slice(-2)).toEqual([
      {
        start: first,
        count: 2,
        value: '5500',
        amounts: [
          { symbol: 'BTC', amount: '0.05' },
          { symbol: 'USDT', amount: '2500' },
        ],
      },
      { start: second, count: 1, value: '100.5', amounts: [{ symbol: 'USDT', amount: '100.5' }] },
    ])
  })

  test('include review times', async () => {
    const { short, medium, long } = WAITS_S
    const { reviewTimes: times } = await report()
    const deposits = times.find(({ kind }) => kind === 'deposit')
    expect(deposits).toMatchObject({ count: 3, median: medium, p95: long })
    expect(
      deposits?.points.slice(-2).map(({ count, median, p95 }) => [count, median, p95]),
    ).toEqual([
      [2, short, long],
      [1, medium, medium],
    ])
  })

  test('sum volumes and liabilities', async () => {
    const { client } = user
    const order = await client.call(placeTrade, {
      body: { symbol: 'BTC/USDT', side: 'buy', type: 'limit', amount: '0.01', price: '60000' },
    })
    await admin.client.call(approveOrder, { params: { id: order.id } })
    const quote = await client.call(quoteConversion, {
      body: { from: 'BTC', to: 'USDT', amount: '0.02' },
    })
    await client.call(confirmConversion, { body: { quote: quote.id } })
    await openFutures(user, testApp.market, { amount: '200', duration: 600 })
    await client.call(openStake, { body: { symbol: 'USDT', amount: '365', duration: 1 } })
    const { loan } = await client.call(submitLoan, {
      body: { amount: '500', purpose: 'A van', duration: 30 },
    })
    const params = { id: loan.id }
    await admin.client.call(reviewLoan, { params, body: { action: 'approve' } })

    const { volumes, liabilities } = await report()
    expect(volumes).toMatchObject({ spot: '600', futures: '200', conversions: '1200' })
    expect(volumes.points.at(-1)).toMatchObject({ spot: '600', futures: '200' })
    const [first, second] = liabilities.assets
    expect(second).toMatchObject({ symbol: 'BTC', total: '0.04', value: '2400', loans: '0' })
    expect(first).toEqual({
      symbol: 'USDT',
      available: '3129.5',
      frozen: '565',
      stakingInterest: '0.003',
      futuresPayouts: '200',
      total: '3894.503',
      loans: '500',
      value: '3894.503',
    })
    expect(liabilities).toMatchObject({ value: '6294.503', loansValue: '500', unpriced: [] })
  })

  test('are the same after a rebuild from the log', async () => {
    const live = await report('1y')
    expect(live).toMatchObject({ step: 'week', deposits: { count: 3, value: '5600.5' } })
    for (const projection of PROJECTIONS) await rebuild(testApp.database.pool, projection, () => {})
    expect(await report('1y')).toEqual(live)
  })

  test('use the last known prices while no new prices arrive', async () => {
    await pass(3 * DAY_MS)
    // The running trade got no price in time, and is void.
    const before = await eventually(async () => {
      const { liabilities } = await report()
      expect(liabilities.assets.map((asset) => asset.futuresPayouts)).toEqual(['0', '0'])
      return liabilities
    })
    await silence(testApp)
    clock.advance(2 * MINUTE_MS)
    const { deposits, liabilities } = await report()
    expect(deposits.value).toBe('5600.5')
    expect(before.asOf).toBeNull()
    expect(liabilities).toEqual({ ...before, asOf: expect.any(String) })
    expect(Date.parse(liabilities.asOf ?? '')).toBeLessThan(clock.now() - MINUTE_MS)
    testApp.market.speakAgain()
  })

  test('have no value without any price', () => {
    const held = { symbol: 'BTC', part: 'available', amount: 4_000_000n } as const
    const { value, unpriced, assets } = presentLiabilities([held], () => undefined)
    expect({ value, unpriced }).toEqual({ value: null, unpriced: ['BTC'] })
    expect(assets).toMatchObject([{ symbol: 'BTC', total: '0.04', value: null }])
  })

  test('are only for staff, and only for known periods', async () => {
    const query = { period: '7d' } as const
    expect((await user.client.send(readAnalytics, { query })).status).toBe(403)
    const odd = await admin.client.send(readAnalytics, { query: { period: '2d' } })
    expect(odd).toMatchObject({ status: 400, body: { code: 'input.invalid' } })
  })
})
