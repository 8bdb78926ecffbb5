import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { settleDueTrades } from '#server/features/futures/settle-due.ts'
import { FEATURES } from '#server/features/index.ts'
import { notificationsOf } from '#server/features/push/notifications.ts'
import { deleteAccount } from '#shared/contract/account.ts'
import { getFuturesTerms } from '#shared/contract/futures.ts'
import { ENGLISH } from '#shared/text/english.ts'
import { HOUR_MS, SECOND_MS } from '#shared/time.ts'
import { refusalOf } from '#tests/api/support/client.ts'
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
import { openSpokenServers } from '#tests/api/support/spoken-servers.ts'
import { disable, type Person, renewed } from '#tests/api/support/traders.ts'
import { until } from '#tests/support/wait.ts'

const LIMITS = { stakeMaximum: '300', userOpenMaximum: '1000', symbolOwedMaximum: '1000' }

const { database, clock, market, start, startAt, stop, ...servers } = await openSpokenServers({
  futuresLimits: LIMITS,
})
let server = await startAt('60000')
const priceIs = (price: string) => servers.priceIs(server, price)

beforeEach(() => priceIs('60000'))
afterAll(() => expectSoundLedger(server))

/** Writes a tick without notifying any process. */
async function recordUnheard(price: string, atMs: number): Promise<string> {
  const { rows } = await database.pool.query<{ id: string }>(
    `insert into price_tick (id, symbol, source, price, at, source_at)
     values (gen_random_uuid(), 'BTC', $1, $2, $3, $3) returning id`,
    [market.name, price, new Date(atMs)],
  )
  return rows[0]?.id ?? ''
}

/** Requests a trade without a further tick. */
const SILENT = { repeat() {} }

const trader = (usdt?: string) => newFuturesTrader(server, usdt)

/** A trader who is offered futures. */
async function readyTrader(usdt?: string): Promise<Person> {
  const user = await trader(usdt)
  await untilOffered(user, market)
  return user
}

/** A trade that is opening, and its owner. */
async function opening() {
  const user = await trader()
  return { user, trade: await request(user, market) }
}

/** Voids the trades that are opening, so that they no longer count against a limit. */
async function voidOpening(): Promise<void> {
  clock.advance(15 * SECOND_MS)
  await settleDueTrades(server.services)
}

/** The number of accepted submissions, and why the others were refused. */
async function outcomeOf(tries: readonly ReturnType<typeof submit>[]) {
  const responses = await Promise.all(tries)
  const refused = responses.filter(({ status }) => status !== 200)
  return {
    accepted: responses.length - refused.length,
    refusals: new Set(refused.map(({ body }) => body.code)),
  }
}

/** The trade, once its stake has been returned. */
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
    const user = await readyTrader()
    const known = server.services.prices.current('BTC')
    expect((await submit(user)).status).toBe(200)
    market.say('60100')
    const trade = await until(async () =>
      (await tradesOf(user)).find(({ entry_price }) => entry_price !== null),
    )
    // The price that the customer knew may have been recorded again before the request arrived.
    expect(trade).toMatchObject({ entry_price: '60100', last_tick: { price: known?.price } })
    expect(trade.entry_tick?.id).not.toBe(known?.id)
    expect(trade.entry_tick?.id).not.toBe(trade.last_tick?.id)
  })

  test('cannot use a server that has not received the newest price yet', async () => {
    const user = await readyTrader()
    const seenElsewhere = await recordUnheard('60200', clock.now() - 1)
    const trade = await request(user, SILENT)
    expect(trade.last_tick).toMatchObject({ id: seenElsewhere, price: '60200' })
    market.say('60210')
    expect(await entered(user, market, trade)).toMatchObject({ entry_price: '60210' })
  })

  test('cannot enter before an imminent jump: beyond 0.5 % the stake is returned', async () => {
    const { user, trade } = await opening()
    market.say('60300.01')
    expect(await returned(user, trade)).toMatchObject({
      void_reason:
        'The next recorded price was more than 0.5% away from the price that you saw. The stake was returned.',
    })
    expect(await holdings(server, user)).toEqual({ USDT: '1000 + 0' })
    const [voided] = (await server.services.log.readStream(`futures-${trade.id}`)).slice(-1)
    expect(voided && notificationsOf(FEATURES).of(voided)[0]?.messageIn(ENGLISH)).toMatchObject({
      title: 'Futures trade not opened',
      body: expect.stringContaining('more than 0.5% away from the price that you saw'),
    })
  })
})

describe('a customer who sends a price of their choice', () => {
  test.each(['59750', '60250', '60000.01', '1'])(
    'is refused: %s was not recorded',
    async (seen) => {
      const user = await readyTrader()
      const response = submit(user, { seenPrice: seen })
      expect(await refusalOf(response)).toEqual([409, 'futures.price_moved'])
      expect(await holdings(server, user)).toEqual({ USDT: '1000 + 0' })
    },
  )

  test('is refused if it was recorded too long ago', async () => {
    await priceIs('60150')
    clock.advance(20 * SECOND_MS)
    await priceIs('60001')
    const user = await readyTrader()
    expect((await submit(user, { seenPrice: '60150' })).body.code).toBe('futures.price_moved')
  })
})

describe('a customer who waits for the feed to stall', () => {
  test('is not offered a trade after five seconds without a tick', async () => {
    const user = await readyTrader()
    clock.advance(5 * SECOND_MS + 1)
    expect(await refusalOf(submit(user))).toEqual([503, 'futures.paused'])
    const { is_offered } = await user.client.call(getFuturesTerms, { query: {} })
    expect(is_offered).toBe(false)
  })

  test('gets the stake back if no tick came within ten seconds, and a late tick is not an entry', async () => {
    const [first, second] = [await readyTrader(), await trader()]
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

  test('gets the stake back a little later if no tick comes at all', async () => {
    const { user, trade } = await opening()
    clock.advance(15 * SECOND_MS)
    await returned(user, trade)
    expect(await holdings(server, user)).toEqual({ USDT: '1000 + 0' })
  })
})

describe('a customer who wants to withdraw a request', () => {
  test('cannot escape an opening trade by settling, closing the account or being disabled', async () => {
    const { user, trade } = await opening()
    expect((await complete(user, trade)).body.code).toBe('futures.opening')
    const left = await user.client.send(deleteAccount, {})
    expect(left.body.code).toBe('account.not_empty')
    await disable(server, user)
    market.say('60010')
    expect(await entered(user, market, trade)).toMatchObject({ entry_price: '60010' })
  })

  test('gets the same trade for the same key, whether or not it was opened', async () => {
    const user = await readyTrader()
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
    const refusals = new Set(['futures.user_limit'])
    expect(await outcomeOf(tries)).toEqual({ accepted: 5, refusals })
    expect(await user.client.call(getFuturesTerms, { query: {} })).toMatchObject({
      user_open: '1000',
      user_open_maximum: '1000',
    })
    expect(await holdings(server, user)).toEqual({ USDT: '4000 + 1000' })
    await stop(other)
    await voidOpening()
    expect(await holdings(server, user)).toEqual({ USDT: '5000 + 0' })
  })

  test('cannot make the platform owe more than the limit, with several accounts', async () => {
    const first = await readyTrader()
    const users = [first, await trader(), await trader(), await trader()]
    const owed = async () =>
      Number((await first.client.call(getFuturesTerms, { query: {} })).symbol_owed)
    const before = await owed()
    const room = Math.floor((Number(LIMITS.symbolOwedMaximum) - before) / 100)
    expect(room).toBeGreaterThan(2)
    const tries = users.flatMap((user) =>
      Array.from({ length: 3 }, () => submit(user, { amount: '100', duration: 600 })),
    )
    const refusals = new Set(['futures.symbol_limit'])
    expect(await outcomeOf(tries)).toEqual({ accepted: room, refusals })
    expect(await owed()).toBe(before + room * 100)
    await voidOpening()
    expect(await owed()).toBeLessThanOrEqual(before)
  })
})

describe('a crash between a tick and the entry', () => {
  test.each([
    ['enters at the first tick after the request', 900, '60010'],
    ['returns the stake if that tick came too late', 10_001, null],
  ])('%s, found in the record hours later', async (_, laterMs, entry) => {
    const { user, trade } = await opening()
    await stop(server)
    const requestedMs = Date.parse(trade.created_at)
    await recordUnheard('60010', requestedMs + laterMs)
    await recordUnheard('60020', requestedMs + laterMs + SECOND_MS)
    clock.advance(3 * HOUR_MS)
    market.beginAnew()
    server = await startAt('60000')
    const end = await closed(await renewed(server, user), trade)
    expect(end).toMatchObject({ result: 'void', entry_price: entry })
    expect(end.void_reason).toContain(entry ? '60 seconds of the end' : '10 seconds of the request')
    expect(await holdings(server, user)).toEqual({ USDT: '1000 + 0' })
  })
})
