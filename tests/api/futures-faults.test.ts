import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { settleDueTrades } from '#server/features/futures/settle-due.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { FuturesTrade } from '#shared/contract/futures.ts'
import { DAY_MS, epochMsOf, HOUR_MS, MINUTE_MS, SECOND_MS } from '#shared/time.ts'
import { atOnce } from '#tests/support/at-once.ts'
import { until } from '#tests/support/wait.ts'
import type { TestApp } from './support/app.ts'
import { asQueued } from './support/as-queued.ts'
import {
  closed,
  complete,
  newFuturesTrader,
  open,
  request,
  submit,
  tradesOf,
} from './support/futures.ts'
import { expectSoundLedger, holdings } from './support/ledger.ts'
import { SpokenPrices } from './support/spoken-prices.ts'
import { openSpokenServers } from './support/spoken-servers.ts'
import { type Person, renewed } from './support/traders.ts'

const { database, clock, market, start, startAt, stop, stopAll, priceIs } =
  await openSpokenServers()

afterEach(async () => {
  await stopAll()
  market.beginAnew()
  clock.advance(DAY_MS)
})

/** One run of the job, which leaves the connections of requests alone. */
function settleDue({ services }: Pick<TestApp, 'services'>): Promise<void> {
  return asQueued(() => settleDueTrades({ ...services, pool: services.backgroundPool }))
}

async function stillOpen(by: Person, { id }: FuturesTrade): Promise<boolean> {
  const trades = await tradesOf(by, { state: 'running' })
  return trades.some((trade) => trade.id === id)
}

describe('concurrent requests', () => {
  test('fifty clients and the job together settle a trade exactly once', async () => {
    const server = await startAt('60000')
    const user = await newFuturesTrader(server)
    for (const [price, expected] of [
      ['60100', { isWin: true, finalProfitLoss: '30' }],
      ['60000', { isWin: false, finalProfitLoss: '-30' }],
    ] as const) {
      const trade = await open(user, market)
      clock.advance(trade.remaining_ms)
      market.say(price)
      const asked = Array.from({ length: 50 }, async (_, index) => {
        await sleep(index % 10 === 0 ? 0 : index * 4)
        return complete(user, trade)
      })
      const jobs = Array.from({ length: 5 }, () => settleDue(server))
      const responses = await Promise.all(asked)
      await Promise.all(jobs)
      const last = await until(async () => {
        const response = await complete(user, trade)
        return response.status === 200 && response.body
      })
      for (const { status, body } of responses) {
        if (status === 200) expect(body).toEqual(last)
        else expect([status, body.code]).toEqual([409, 'futures.awaiting_price'])
      }
      expect(last).toMatchObject(expected)
      const events = await server.services.log.readStream(`futures-${trade.id}`)
      expect(events.map(({ type }) => type)).toEqual([
        'FuturesRequested',
        'FuturesEntered',
        'FuturesSettled',
      ])
    }
    expect(await holdings(server, user)).toEqual({ USDT: '1000 + 0' })
    await expectSoundLedger(server)
  })

  test('two server processes settle each of many trades once', async () => {
    const server = await startAt('60000')
    const other = await start()
    const user = await newFuturesTrader(server, '5000')
    const trades = await atOnce(40, () => open(user, market))
    await until(() => other.services.prices.current('BTC') !== undefined)
    clock.advance(MINUTE_MS + 2_000)
    market.say('59000')
    await until(() => server.services.prices.current('BTC')?.price === '59000')
    await Promise.all([server, other, server, other].map(settleDue))
    for (const trade of trades) expect(await closed(user, trade)).toMatchObject({ result: 'loss' })
    expect(await holdings(server, user)).toEqual({ USDT: '3800 + 0' })
    await expectSoundLedger(server)
  })
})

describe('a server that is down at the expiry', () => {
  test('settles by a tick recorded in time, once it is back', async () => {
    const server = await startAt('60000')
    const user = await newFuturesTrader(server)
    const trade = await open(user, market)
    // The tick is stored but not processed, as after a crash between the two.
    await stop(server)
    const after = epochMsOf(trade.expires_at) + 700
    await database.pool.query(
      `insert into price_tick (id, symbol, source, price, at, source_at)
       values (gen_random_uuid(), 'BTC', $2, 60500, $1, $1)`,
      [new Date(after), market.name],
    )
    clock.advance(3 * HOUR_MS)
    const back = await start()
    expect(await closed(await renewed(back, user), trade)).toMatchObject({
      result: 'win',
      exit_price: '60500',
    })
    expect(await holdings(back, user)).toEqual({ USDT: '1030 + 0' })
  })

  test('returns the stake if no price was recorded in time', async () => {
    const server = await startAt('60000')
    const user = await newFuturesTrader(server)
    const trades = [
      await open(user, market),
      await open(user, market, { duration: 120, side: 'short' }),
    ]
    await stop(server)
    clock.advance(HOUR_MS)
    const back = await startAt('61000')
    const person = await renewed(back, user)
    for (const trade of trades) {
      expect(await closed(person, trade)).toMatchObject({
        status: 'rejected',
        result: 'void',
        exit_price: null,
        final_amount: '100',
        profit_loss: '0',
        void_reason: 'No price was recorded within 60 seconds of the end. The stake was returned.',
      })
      const { body } = await complete(person, trade)
      expect(body).toMatchObject({ isWin: false, finalProfitLoss: '0' })
    }
    expect(await holdings(back, user)).toEqual({ USDT: '1000 + 0' })
    await expectSoundLedger(back)
  })
})

describe('a price source', () => {
  test('that is stale opens no trade, and voids trades that end, shortly after the window', async () => {
    const server = await startAt('60000')
    const user = await newFuturesTrader(server)
    const trade = await open(user, market)
    clock.advance(epochMsOf(trade.expires_at) - clock.now() + 60_500)
    const { status, body } = await submit(user)
    expect([status, body.code, body.message]).toEqual([503, 'price.stale', 'Price not available'])
    await settleDue(server)
    expect(await stillOpen(user, trade)).toBe(true)
    const waiting = await complete(user, trade)
    expect([waiting.status, waiting.body.code]).toEqual([409, 'futures.awaiting_price'])
    clock.advance(4_000)
    expect(await closed(user, trade)).toMatchObject({ result: 'void', settlement_tick: null })
    expect(await holdings(server, user)).toEqual({ USDT: '1000 + 0' })
  })

  test('that sends invalid or old prices settles nothing until the next valid price', async () => {
    const server = await startAt('60000')
    const user = await newFuturesTrader(server)
    const trade = await open(user, market)
    clock.advance(trade.remaining_ms)
    for (const price of ['0', '-1', 'NaN', '']) market.say(price)
    market.say('10', clock.now() - 2 * MINUTE_MS)
    await sleep(1_200)
    expect(await stillOpen(user, trade)).toBe(true)
    market.say('60001')
    expect(await closed(user, trade)).toMatchObject({ result: 'win', exit_price: '60001' })
  })

  test('that spikes does not settle a trade at the spike', async () => {
    const server = await startAt('60000')
    const user = await newFuturesTrader(server)
    const trade = await open(user, market)
    clock.advance(trade.remaining_ms)
    market.say('120000')
    await sleep(600)
    expect(await stillOpen(user, trade)).toBe(true)
    market.say('59990')
    expect(await closed(user, trade)).toMatchObject({ result: 'loss', exit_price: '59990' })
  })

  test('that sends readings out of order is read in order of time', async () => {
    const server = await startAt('60000')
    const user = await newFuturesTrader(server)
    const trade = await open(user, market)
    clock.advance(trade.remaining_ms)
    const nowMs = clock.now()
    market.say('60002', nowMs)
    market.say('59000', nowMs - 500)
    market.say('58000', nowMs - 400)
    expect(await closed(user, trade)).toMatchObject({ result: 'win', exit_price: '60002' })
    const { rows } = await database.pool.query(
      'select price from price_tick where source = $1 and price < 59500',
      [market.name],
    )
    expect(rows).toEqual([])
  })

  test('that differs from the entry’s source settles nothing', async () => {
    const server = await startAt('60000')
    const user = await newFuturesTrader(server)
    const trade = await open(user, market)
    await stop(server)
    clock.advance(trade.remaining_ms)
    const elsewhere = new SpokenPrices(clock, database.pool, 'elsewhere')
    const back = await start({ market: elsewhere })
    await until(() => elsewhere.isHeard)
    elsewhere.say('65000')
    await until(() => back.services.prices.current('BTC')?.price === '65000')
    await sleep(1_200)
    const person = await renewed(back, user)
    expect(await stillOpen(person, trade)).toBe(true)
    clock.advance(66_000)
    expect(await closed(person, trade)).toMatchObject({ result: 'void' })
  })
})

describe('a clock that is an hour off', () => {
  const off = (ms: number): Clock => ({ now: () => clock.now() + ms })

  test.each([
    ['ahead', HOUR_MS],
    ['behind', -HOUR_MS],
  ])('opens and ends no trade on a process that is %s', async (_, ms) => {
    const server = await startAt('60000')
    const wrong = await start({ clock: off(ms) })
    await until(() => market.isHeard)
    await priceIs(server, '60010')
    const user = await newFuturesTrader(server)
    const trade = await open(user, market)
    const there = await renewed(wrong, user)
    expect((await submit(there)).body.code).toBe('price.stale')
    const early = await complete(there, trade)
    expect(early.status).toBe(409)
    await settleDue(wrong)
    expect(await stillOpen(user, trade)).toBe(true)
    clock.advance(trade.remaining_ms)
    market.say('60020')
    expect(await closed(user, trade)).toMatchObject({ result: 'win', exit_price: '60020' })
  })

  test('returns the stake when the clock that stamps the ticks jumps ahead', async () => {
    const server = await startAt('60000')
    const user = await newFuturesTrader(server)
    const trade = await open(user, market)
    clock.advance(HOUR_MS)
    market.say('90000')
    market.say('60100')
    const person = await renewed(server, user)
    expect(await closed(person, trade)).toMatchObject({ result: 'void' })
    expect(await holdings(server, user)).toEqual({ USDT: '1000 + 0' })
  })

  test('opens no trade after a jump back until the clock reaches the last tick', async () => {
    clock.advance(HOUR_MS)
    const server = await startAt('60000')
    const user = await newFuturesTrader(server)
    clock.advance(-HOUR_MS)
    const person = await renewed(server, user)
    expect((await submit(person)).body.code).toBe('price.stale')
    clock.advance(HOUR_MS)
    await priceIs(server, '60001')
    expect((await submit(user)).status).toBe(200)
  })

  test('decides nothing in the process that records prices', async () => {
    const server = await startAt('60000')
    const user = await newFuturesTrader(server)
    const trade = await request(user, market)
    const { prices } = server.services
    const check = vi.spyOn(prices, 'clockFault').mockResolvedValue('The clock is wrong.')
    // A look that began before has ended.
    await expect.poll(() => check.mock.calls.length).toBeGreaterThan(0)
    clock.advance(15 * SECOND_MS)
    await sleep(1_500)
    expect(await stillOpen(user, trade)).toBe(true)
    check.mockRestore()
    expect(await closed(user, trade)).toMatchObject({ result: 'void' })
  })

  test('has no effect in the browser', async () => {
    const server = await startAt('60000')
    const user = await newFuturesTrader(server)
    const body = { created_at: '2020-01-01T00:00:00.000Z', expires_at: '2020-01-01T00:01:00.000Z' }
    const trade = await open(user, market, body as object)
    expect(epochMsOf(trade.expires_at)).toBeGreaterThan(clock.now())
    expect(await tradesOf(user, { t: clock.now() - HOUR_MS })).toHaveLength(1)
    expect((await complete(user, trade)).body.code).toBe('futures.running')
  })
})
