import { describe, expect, test } from 'vitest'
import { keepTicks } from '#server/prices/tick-retention.ts'
import {
  confirmConversion,
  conversionQuote,
  listConversions,
  quoteConversion,
  readConversionTerms,
} from '#shared/contract/conversions.ts'
import { QUOTE_VALID_MS, QUOTES_PER_MINUTE } from '#shared/rules/conversions.ts'
import { DAY_MS, MINUTE_MS } from '#shared/time.ts'
import { atOnce } from '#tests/support/at-once.ts'
import { limitsOfOneProcess } from '#tests/support/rate-limits.ts'
import { openTestApp } from './support/app.ts'
import type { Request } from './support/client.ts'
import { expectSoundLedger, holdings } from './support/ledger.ts'
import { silence } from './support/silence.ts'
import { disable, fund, newAdmin, newUser, type Person, renewed } from './support/traders.ts'

const testApp = await openTestApp()
const { clock, market, services } = testApp

type Terms = NonNullable<Request<typeof quoteConversion>['body']>

const ask = (by: Person, terms: Partial<Terms> = {}) =>
  by.client.send(quoteConversion, { body: { from: 'USDT', to: 'BTC', amount: '300', ...terms } })
const confirm = (by: Person, quote: string, key?: string) =>
  by.client.insist(confirmConversion, { body: { quote }, ...(key ? { key } : {}) })
const list = (by: Person, of = by) =>
  by.client.send(listConversions, { params: { userId: of.userId }, query: {} })

async function holder(symbol = 'USDT', amount = '1000'): Promise<Person> {
  const person = await newUser(testApp)
  await fund(testApp, person, symbol, amount)
  return person
}

const priced = async (symbol: string, price: string) => {
  market.set(symbol, price)
  await expect.poll(() => services.prices.current(symbol)?.price).toBe(price)
}

const eventsBy = async ({ userId }: Person) =>
  (await services.pool.query(`select from event where metadata -> 'actor' ->> 'id' = $1`, [userId]))
    .rowCount

describe('a quote', () => {
  test('shows the exact result, its prices and its expiry, and moves nothing', async () => {
    const user = await holder()
    const before = await eventsBy(user)
    const { status, body } = await ask(user, { userId: user.userId })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      userId: user.userId,
      from: 'USDT',
      to: 'BTC',
      amount: '300',
      received: '0.004975',
      fromPrice: '1',
      toPrice: '60000',
      spreadPercent: '0.5',
    })
    expect(Date.parse(body.expiresAt) - Date.parse(body.quotedAt)).toBe(QUOTE_VALID_MS)
    expect(await holdings(testApp, user)).toEqual({ USDT: '1000 + 0' })
    expect((await list(user)).body).toEqual([])
    expect(await eventsBy(user), 'quotes leave nothing in the log').toBe(before)
  })

  test('is refused with a reason', async () => {
    const user = await holder('USDT', '12.5')
    const responseTo = async (terms: Partial<Terms>) => (await ask(user, terms)).body
    expect(await responseTo({ to: 'USDT' })).toMatchObject({ code: 'convert.same_asset' })
    expect(await responseTo({ amount: '12.50000001' })).toMatchObject({
      error: 'Insufficient Balance',
      message: 'Insufficient balance, Available: 12.50000000',
    })
    expect(await responseTo({ amount: '0.00000001' })).toMatchObject({ code: 'convert.too_small' })
    expect(await responseTo({ amount: '0' })).toMatchObject({ code: 'input.invalid' })
    expect(await responseTo({ to: 'NONE' })).toMatchObject({ code: 'input.invalid' })
    const stranger = await newUser(testApp)
    expect(await responseTo({ userId: stranger.userId })).toMatchObject({
      code: 'access.forbidden',
    })
    await disable(testApp, user)
    expect(await responseTo({})).toMatchObject({ code: 'account.disabled' })
  })

  test('of an asset without a price is refused', async () => {
    const { status, body } = await ask(await holder(), { to: 'SOL' })
    expect(status).toBe(503)
    expect(body).toMatchObject({ code: 'price.stale', message: 'Price not available' })
  })

  test('between stablecoins without a rate is one to one, minus the spread', async () => {
    expect((await ask(await holder(), { to: 'USDC' })).body.received).toBe('298.5')
  })

  test('shows its cost and the remaining limits in advance', async () => {
    const user = await holder('USDT', '90000')
    const terms = async () => (await user.client.send(readConversionTerms)).body
    const limits = { spreadPercent: '0.5', quoteMaximum: '50000', dayMaximum: '250000' }
    expect(await terms()).toEqual({ ...limits, convertedToday: '0' })
    const { body: quote } = await ask(user, { amount: '40000' })
    await confirm(user, quote.id)
    expect(await terms()).toEqual({ ...limits, convertedToday: '40000' })
    expect((await ask(user, { amount: '50000.01' })).body).toMatchObject({
      code: 'convert.balance_insufficient',
    })
    clock.advance(DAY_MS)
    const later = await renewed(testApp, user)
    expect((await later.client.send(readConversionTerms)).body.convertedToday).toBe('0')
  })
})

describe('confirming a quote', () => {
  test('converts at its terms while the price stays near, and is listed', async () => {
    const user = await holder('ETH', '0.5')
    await priced('ETH', '2500')
    const { body: quote } = await ask(user, { from: 'ETH', to: 'USDT', amount: '0.25' })
    await priced('ETH', '2506.25')
    const { status, body } = await confirm(user, quote.id)
    expect(status).toBe(200)
    expect(body).toMatchObject({ id: quote.id, amount: '0.25', received: '621.875' })
    expect(body.spreadPercent).toBe('0.5')
    expect(await holdings(testApp, user)).toEqual({ USDT: '621.875 + 0', ETH: '0.25 + 0' })
    expect((await list(user)).body).toEqual([body])
    expect((await list(await newAdmin(testApp), user)).body).toEqual([body])
    expect((await list(await newUser(testApp), user)).status).toBe(403)
  })

  test('is refused once the price has moved, with a new quote that converts', async () => {
    const user = await holder('ETH', '0.5')
    await priced('ETH', '2500')
    const { body: old } = await ask(user, { from: 'ETH', to: 'USDT', amount: '0.5' })
    await priced('ETH', '2506.26')
    const moved = await confirm(user, old.id)
    expect(moved.status).toBe(409)
    expect(moved.body).toMatchObject({
      code: 'price.moved',
      message:
        'The price of ETH is now 2,506.26, which is too far from 2,500. Nothing has been executed.',
    })
    const fresh = conversionQuote.parse(Reflect.get(moved.body, 'quote'))
    expect(fresh).toMatchObject({ from: 'ETH', to: 'USDT', amount: '0.5', received: '1246.86435' })
    expect((await confirm(user, old.id)).body.code).toBe('convert.quote_unknown')
    expect((await confirm(user, fresh.id)).status).toBe(200)
    expect(await holdings(testApp, user)).toEqual({ USDT: '1246.86435 + 0', ETH: '0 + 0' })
    await priced('ETH', '2500')
  })

  test('uses the rate of the source for a stablecoin that has one', async () => {
    const user = await holder('USDC', '1000')
    await priced('USDC', '0.996')
    const { body: quote } = await ask(user, { from: 'USDC', to: 'USDT', amount: '1000' })
    expect(quote).toMatchObject({ fromPrice: '0.996', received: '991.02' })
    await priced('USDC', '0.98')
    expect((await confirm(user, quote.id)).body.code).toBe('convert.stablecoins_halted')
    expect((await ask(user, { from: 'USDC', to: 'DAI', amount: '1' })).body).toMatchObject({
      code: 'convert.stablecoins_halted',
      message:
        'USDC is at 0.98 USDT. Stablecoins cannot be converted into each other until its price is back within 1% of 1 USDT.',
    })
    expect((await ask(user, { from: 'USDC', to: 'BTC', amount: '60' })).body.received).toBe(
      '0.0009751',
    )
    await priced('USDC', '1')
  })

  test('is refused after 15 seconds, and a new quote converts', async () => {
    const user = await holder()
    const { body: old } = await ask(user)
    clock.advance(QUOTE_VALID_MS)
    const late = await confirm(user, old.id)
    expect(late.status).toBe(409)
    expect(late.body).toMatchObject({
      code: 'convert.quote_expired',
      message: 'This quote has expired. Request a new one.',
    })
    expect(await holdings(testApp, user)).toEqual({ USDT: '1000 + 0' })
    const { body: fresh } = await ask(user)
    expect((await confirm(user, fresh.id)).status).toBe(200)
  })

  test('returns the same response for one key, even after the quote expires', async () => {
    const user = await holder()
    const { body: quote } = await ask(user)
    const key = crypto.randomUUID()
    const first = await confirm(user, quote.id, key)
    clock.advance(QUOTE_VALID_MS)
    const again = await confirm(user, quote.id, key)
    expect(again.status).toBe(200)
    expect(again.body).toEqual(first.body)
  })

  test('works once for concurrent requests', async () => {
    const user = await holder()
    const { body: quote } = await ask(user)
    const responses = await atOnce(50, () => confirm(user, quote.id))
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
    const refused = responses.filter(({ status }) => status !== 200)
    expect(new Set(refused.map(({ body }) => body.code))).toEqual(new Set(['convert.quote_used']))
    expect(await holdings(testApp, user)).toEqual({ USDT: '700 + 0', BTC: '0.004975 + 0' })
  })

  test('succeeds only for the newest of many quotes', async () => {
    const user = await holder()
    const quotes = await atOnce(20, () => ask(user, { amount: '1000' }))
    const responses = await Promise.all(quotes.map(({ body }) => confirm(user, body.id)))
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
    const refused = responses.filter(({ status }) => status !== 200)
    expect(new Set(refused.map(({ body }) => body.code))).toEqual(
      new Set(['convert.quote_unknown']),
    )
    expect(await holdings(testApp, user)).toMatchObject({ USDT: '0 + 0' })
  })

  test('refuses a quote of another user and one that does not exist', async () => {
    const [owner, thief] = [await holder(), await holder()]
    const { body: quote } = await ask(owner)
    expect((await confirm(thief, quote.id)).body.code).toBe('convert.quote_unknown')
    expect((await confirm(owner, crypto.randomUUID())).body.code).toBe('convert.quote_unknown')
    expect((await confirm(owner, 'none')).body.code).toBe('input.invalid')
    expect(await holdings(testApp, owner)).toEqual({ USDT: '1000 + 0' })
    expect(await holdings(testApp, thief)).toEqual({ USDT: '1000 + 0' })
  })

  test('keeps the price ticks of the quote', async () => {
    const user = await holder()
    const { body: quote } = await ask(user)
    await confirm(user, quote.id)
    const { rows } = await services.pool.query<{ id: string }>(
      `select data -> 'toTick' ->> 'id' as id from event where stream = $1`,
      [`conversion-${quote.id}`],
    )
    const id = rows[0]?.id ?? ''
    await keepTicks(services.pool, [id])
    const kept = await services.pool.query<{ symbol: string; price: string }>(
      'select symbol, trim_scale(price) as price from price_tick where id = $1',
      [id],
    )
    expect(kept.rows).toEqual([{ symbol: 'BTC', price: '60000' }])
  })
})

test('quotes are rate-limited per user', async () => {
  const limited = await openTestApp({ rateLimits: limitsOfOneProcess() })
  const person = await newUser(limited)
  await fund(limited, person, 'USDT', '1000')
  const responses = []
  for (let count = 0; count <= QUOTES_PER_MINUTE; count += 1) responses.push(await ask(person))
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(QUOTES_PER_MINUTE)
  expect(responses.at(-1)?.body.code).toBe('rate.limited')
})

test('a quote is refused after a minute without prices, and the ledger is sound', async () => {
  const user = await holder()
  await silence(testApp)
  clock.advance(MINUTE_MS + 1_000)
  expect((await ask(user)).body).toMatchObject({ code: 'price.stale' })
  await expectSoundLedger(testApp)
})
