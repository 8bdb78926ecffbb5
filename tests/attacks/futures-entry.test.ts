import pg from 'pg'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { settleDueTrades } from '#server/features/futures/settle-due.ts'
import { FEATURES } from '#server/features/index.ts'
import { notificationsOf } from '#server/features/push/notifications.ts'
import { deleteAccount } from '#shared/contract/account.ts'
import { getFuturesTerms } from '#shared/contract/futures.ts'
import { ENGLISH } from '#shared/text/english.ts'
import { HOUR_MS, SECOND_MS } from '#shared/time.ts'
import { openTestServer, type TestApp, type TestServer } from '#tests/api/support/app.ts'
import { MovableClock } from '#tests/api/support/clock.ts'
import {
  closed,
  complete,
  entered,
  newFuturesTrader,
  request,
  submit,
  tradesOf,
  untilOffered,
} from '#tests/api/support/futures.ts'
import { expectSoundLedger, holdings } from '#tests/api/support/ledger.ts'
import { SpokenPrices } from '#tests/api/support/spoken-prices.ts'
import { disable, type Person, renewed } from '#tests/api/support/traders.ts'
import { openTestDatabase } from '#tests/support/database.ts'
import { until } from '#tests/support/wait.ts'

const LIMITS = { stakeMaximum: '300', userOpenMaximum: '1000', symbolOwedMaximum: '1000' }

const database = await openTestDatabase()
const clock = new MovableClock()
let market = new SpokenPrices(clock, 'market 0')
let markets = 0
const running: TestServer[] = []
afterAll(async () => {
  for (const server of running) await server.stop()
})

/** Starts a server process; the first one records the prices. */
async function start(price?: string): Promise<TestApp> {
  const starting = openTestServer(database, {
    clock,
    priceSource: market,
    config: { futuresLimits: LIMITS },
  })
  if (price) {
    await until(() => market.isHeard)
    market.say(price)
  }
  const server = await starting
  running.push(server)
  return { ...server, database } as unknown as TestApp
}

async function stop({ services }: Pick<TestServer, 'services'>): Promise<void> {
  const index = running.findIndex((server) => server.services === services)
  await running.splice(index, 1)[0]?.stop()
}

let server = await start('60000')

beforeEach(async () => {
  await priceIs('60000')
})

async function priceIs(price: string): Promise<void> {
  market.say(price)
  await until(() => server.services.prices.current('BTC')?.price === price)
}

/** Writes a tick that no process hears of. */
async function recordUnheard(price: string, atMs: number): Promise<string> {
  const { rows } = await database.pool.query<{ id: string }>(
    `insert into price_tick (id, symbol, source, price, at, source_at)
     values (gen_random_uuid(), 'BTC', $1, $2, $3, $3) returning id`,
    [market.name, price, new Date(atMs)],
  )
  return rows[0]?.id ?? ''
}

/** Asks for a trade without a further tick. */
const SILENT = { repeat() {} }

const trader = (usdt?: string) => newFuturesTrader(server, usdt)

/** The trade as soon as its stake has come back. */
async function returned(by: Person, trade: { readonly id: string }) {
  const end = await closed(by, trade)
  expect(end).toMatchObject({
    ...{ status: 'rejected', result: 'void', entry_price: null, final_amount: '100' },
    ...{ profit_loss: '0', opened_at: null, expires_at: null },
  })
  return end
}

describe('a customer who knows a price', () => {
  test('cannot enter a trade at it: the entry is the next recorded price', async () => {
    const user = await trader()
    await untilOffered(user, market)
    const known = server.services.prices.current('BTC')
    expect((await submit(user)).status).toBe(200)
    market.say('60100')
    const trade = await until(async () =>
      (await tradesOf(user)).find(({ entry_price }) => entry_price !== null),
    )
    // The price that the customer knew may have been said again before the request came.
    expect(trade).toMatchObject({ entry_price: '60100', last_tick: { price: known?.price } })
    expect(trade.entry_tick?.id).not.toBe(known?.id)
    expect(trade.entry_tick?.id).not.toBe(trade.last_tick?.id)
  })

  test('cannot use a server that has not heard of the newest price yet', async () => {
    const user = await trader()
    await untilOffered(user, market)
    const seenElsewhere = await recordUnheard('60200', clock.now() - 1)
    const trade = await request(user, SILENT)
    expect(trade.last_tick).toMatchObject({ id: seenElsewhere, price: '60200' })
    market.say('60210')
    expect(await entered(user, market, trade)).toMatchObject({ entry_price: '60210' })
  })

  test('cannot enter before a jump that is about to come: beyond 0.5 % the stake returns', async () => {
    const user = await trader()
    const trade = await request(user, market)
    market.say('60300.01')
    expect(await returned(user, trade)).toMatchObject({
      void_reason:
        'The next recorded price was more than 0.5% away from the price that you saw. The stake was returned.',
    })
    expect(await holdings(server, user)).toEqual({ USDT: '1000 + 0' })
    const [voided] = (await server.services.log.readStream(`futures-${trade.id}`)).slice(-1)
    expect(voided && notificationsOf(FEATURES).of(voided)?.messageIn(ENGLISH)).toMatchObject({
      title: 'Futures trade not opened',
      body: expect.stringContaining('more than 0.5% away from the price that you saw'),
    })
  })
})

describe('a customer who sends a price of their liking', () => {
  test.each(['59750', '60250', '60000.01', '1'])(
    'is refused: %s was not recorded',
    async (seen) => {
      const user = await trader()
      await untilOffered(user, market)
      const { status, body } = await submit(user, { seenPrice: seen })
      expect([status, body.code]).toEqual([409, 'futures.price_moved'])
      expect(await holdings(server, user)).toEqual({ USDT: '1000 + 0' })
    },
  )

  test('is refused if it was recorded too long ago', async () => {
    await priceIs('60150')
    clock.advance(20 * SECOND_MS)
    await priceIs('60001')
    const user = await trader()
    await untilOffered(user, market)
    expect((await submit(user, { seenPrice: '60150' })).body.code).toBe('futures.price_moved')
  })
})

describe('a customer who waits for the feed to stall', () => {
  test('is not offered a trade after five seconds without a tick', async () => {
    const user = await trader()
    await untilOffered(user, market)
    clock.advance(5 * SECOND_MS + 1)
    const { status, body } = await submit(user)
    expect([status, body.code]).toEqual([503, 'futures.paused'])
    const { is_offered } = await user.client.call(getFuturesTerms, { query: {} })
    expect(is_offered).toBe(false)
  })

  test('has the stake back when no tick came within ten seconds, and a late one is no entry', async () => {
    const [first, second] = [await trader(), await trader()]
    await untilOffered(first, market)
    const [silent, late] = [await request(first, SILENT), await request(second, SILENT)]
    clock.advance(10 * SECOND_MS + 1)
    market.say('59000')
    for (const [user, trade] of [
      [first, silent],
      [second, late],
    ] as const) {
      expect(await returned(user, trade)).toMatchObject({
        void_reason:
          'No price was recorded within 10 seconds of the request. The stake was returned.',
      })
    }
    await priceIs('60000')
  })

  test('has the stake back a little later where no tick comes at all', async () => {
    const user = await trader()
    const trade = await request(user, market)
    clock.advance(15 * SECOND_MS)
    await returned(user, trade)
    expect(await holdings(server, user)).toEqual({ USDT: '1000 + 0' })
  })
})

describe('a customer who wants to take a request back', () => {
  test('cannot settle, close the account or be disabled out of a trade that is opening', async () => {
    const user = await trader()
    const trade = await request(user, market)
    expect((await complete(user, trade)).body.code).toBe('futures.opening')
    const left = await user.client.send(deleteAccount, {})
    expect(left.body.code).toBe('account.not_empty')
    await disable(server, user)
    market.say('60010')
    expect(await entered(user, market, trade)).toMatchObject({ entry_price: '60010' })
  })

  test('gets the same trade for the same key, whether or not it was opened', async () => {
    const user = await trader()
    await untilOffered(user, market)
    const key = crypto.randomUUID()
    const { body: first } = await submit(user, {}, key)
    await entered(user, market, first.trade)
    const { body: again } = await submit(user, {}, key)
    expect(again.trade).toEqual(first.trade)
    expect(await tradesOf(user)).toHaveLength(1)
  })
})

describe('a customer with many tabs', () => {
  test('cannot stake more than the limits, from two servers at once', async () => {
    const other = await start()
    await until(() => other.services.prices.current('BTC') !== undefined)
    const user = await trader('5000')
    const there = await renewed(other, user)
    expect((await submit(user, { amount: '300.01' })).body.code).toBe('futures.stake_above_maximum')
    await untilOffered(user, market)
    const tries = Array.from({ length: 24 }, (_, index) =>
      submit(index % 2 ? user : there, { amount: '200' }),
    )
    const answers = await Promise.all(tries)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
    const codes = answers.flatMap(({ status, body }) => (status === 200 ? [] : body.code))
    expect(new Set(codes)).toEqual(new Set(['futures.user_limit']))
    expect(await user.client.call(getFuturesTerms, { query: {} })).toMatchObject({
      user_open: '1000',
      user_open_maximum: '1000',
    })
    expect(await holdings(server, user)).toEqual({ USDT: '4000 + 1000' })
    await stop(other)
    clock.advance(15 * SECOND_MS)
    await settleDueTrades(server.services)
    expect(await holdings(server, user)).toEqual({ USDT: '5000 + 0' })
  })

  test('cannot make the platform owe more than the limit, with several accounts', async () => {
    const users = [await trader(), await trader(), await trader(), await trader()]
    await untilOffered(users[0] as Person, market)
    const owed = async () => {
      const terms = await (users[0] as Person).client.call(getFuturesTerms, { query: {} })
      return Number(terms.symbol_owed)
    }
    const before = await owed()
    const room = Math.floor((Number(LIMITS.symbolOwedMaximum) - before) / 100)
    expect(room).toBeGreaterThan(2)
    const tries = users.flatMap((user) =>
      Array.from({ length: 3 }, () => submit(user, { amount: '100', duration: 600 })),
    )
    const answers = await Promise.all(tries)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(room)
    const codes = answers.flatMap(({ status, body }) => (status === 200 ? [] : body.code))
    expect(new Set(codes)).toEqual(new Set(['futures.symbol_limit']))
    expect(await owed()).toBe(before + room * 100)
    clock.advance(15 * SECOND_MS)
    await settleDueTrades(server.services)
    expect(await owed()).toBeLessThanOrEqual(before)
  })
})

describe('a crash between a tick and the entry', () => {
  test.each([
    ['enters at the first tick after the request', 900, '60010'],
    ['returns the stake if that tick came too late', 10_001, null],
  ])('%s, found in the record hours later', async (_, laterMs, entry) => {
    const user = await trader()
    const trade = await request(user, market)
    await stop(server)
    const requestedMs = Date.parse(trade.created_at)
    await recordUnheard('60010', requestedMs + laterMs)
    await recordUnheard('60020', requestedMs + laterMs + SECOND_MS)
    clock.advance(3 * HOUR_MS)
    markets += 1
    market = new SpokenPrices(clock, `market ${markets}`)
    server = await start('60000')
    const end = await closed(await renewed(server, user), trade)
    expect(end).toMatchObject({ result: 'void', entry_price: entry })
    expect(end.void_reason).toContain(entry ? '60 seconds of the end' : '10 seconds of the request')
    expect(await holdings(server, user)).toEqual({ USDT: '1000 + 0' })
  })
})

describe('an insider with the database', () => {
  test('cannot edit a recorded price as the application', async () => {
    const application = new pg.Client({ connectionString: database.applicationUrl })
    await application.connect()
    const edit = application.query('update price_tick set price = 1')
    await expect(edit).rejects.toThrow('permission denied')
    await application.end()
  })

  test.each([
    [
      'edits the entry tick',
      'update price_tick set price = price - 1 where id = $1',
      'another price',
    ],
    [
      'edits the time of the entry tick',
      `update price_tick set at = at + interval '1 second' where id = $1`,
      'another price, time or source',
    ],
    ['deletes the entry tick', 'delete from price_tick where id = $1', 'not in the record'],
    [
      'changes what counts against a limit',
      `update open_claim set amount = amount + 1 where name = 'futures on BTC/USDT' and $1 <> ''`,
      'futures on BTC/USDT counts',
    ],
  ])('%s and is found', async (_, forgery, fault) => {
    const user = await trader()
    const trade = await entered(user, market, await request(user, market))
    await expectSoundLedger(server)
    await database.pool.query('create table before_tick as select * from price_tick')
    await database.pool.query('create table before_claim as select * from open_claim')
    await database.pool.query(forgery, [trade.entry_tick.id])
    await expect(expectSoundLedger(server)).rejects.toThrow(fault)
    await database.pool.query(UNDO)
    await expectSoundLedger(server)
  })

  test('hides the price that would have entered a trade and is found', async () => {
    const user = await trader()
    const trade = await request(user, market)
    clock.advance(15 * SECOND_MS)
    const end = await closed(user, trade)
    expect(end).toMatchObject({ result: 'void', entry_price: null })
    await expectSoundLedger(server)
    const { rows } = await database.pool.query(
      `insert into price_tick (id, symbol, source, price, at, source_at)
       select gen_random_uuid(), symbol, source, price, $2, $2 from price_tick where id = $1
       returning id`,
      [end.last_tick?.id, new Date(Date.parse(trade.created_at) + SECOND_MS)],
    )
    await expect(expectSoundLedger(server)).rejects.toThrow('a price was recorded between')
    await database.pool.query('delete from price_tick where id = $1', [rows[0].id])
    await expectSoundLedger(server)
  })

  // The last test: what follows the moved ticks is not read any more.
  test('puts a tick before the entry and is found', async () => {
    const user = await trader()
    const trade = await entered(user, market, await request(user, market))
    await database.pool.query('alter table price_tick alter position set generated by default')
    await database.pool.query(
      `update price_tick set position = position + 1000000
       where position >= (select position from price_tick where id = '${trade.entry_tick.id}')`,
    )
    await database.pool.query(
      `insert into price_tick (id, position, symbol, source, price, at, source_at)
       overriding system value
       select gen_random_uuid(), position - 1000000, symbol, source, 59999, at, at
       from price_tick where id = $1`,
      [trade.entry_tick.id],
    )
    await expect(expectSoundLedger(server)).rejects.toThrow('was not the first that could decide')
  })
})

const UNDO = `
  insert into price_tick overriding system value select * from before_tick
    on conflict (id) do update set price = excluded.price, at = excluded.at;
  update open_claim set amount = b.amount from before_claim as b where b.name = open_claim.name;
  drop table before_tick, before_claim`
