import { beforeEach, describe, expect, test } from 'vitest'
import { FEATURES } from '#server/features/index.ts'
import { notificationsOf } from '#server/features/push/notifications.ts'
import { ENGLISH } from '#shared/text/english.ts'
import { epochMsOf, MINUTE_MS, SECOND_MS } from '#shared/time.ts'
import { atOnce } from '#tests/support/at-once.ts'
import { until } from '#tests/support/wait.ts'
import { openTestApp } from './support/app.ts'
import { refusalOf } from './support/client.ts'
import {
  closed,
  complete,
  entered,
  newFuturesTrader,
  open,
  request,
  submit,
  tradesOf,
  untilOffered,
} from './support/futures.ts'
import { expectSoundLedger, holdings } from './support/ledger.ts'
import { bitcoinBecomes } from './support/market-price.ts'
import { expectNoSecrets } from './support/no-secrets.ts'
import { silence } from './support/silence.ts'
import { disable, newAdmin, newUser } from './support/traders.ts'

const testApp = await openTestApp()
const { clock, market, services } = testApp

const trader = (usdt?: string) => newFuturesTrader(testApp, usdt)

const priceIs = (price: string) => bitcoinBecomes(testApp, price)

/** A trade that has entered, and its owner. */
async function runningTrade(body?: Parameters<typeof open>[2]) {
  const user = await trader()
  return { user, trade: await open(user, market, body) }
}

beforeEach(() => priceIs('60000'))

describe('opening a futures trade', () => {
  test('freezes the stake at once, and enters at the next recorded price', async () => {
    const user = await trader()
    await untilOffered(user, market)
    // A repeated price that is not yet written would be the next one recorded.
    await silence(testApp)
    const trade = await request(user, market)
    expect(trade).toMatchObject({
      ...{ status: 'opening', amount: '100', seen_price: '60000', remaining_ms: MINUTE_MS },
      ...{ entry_price: null, entry_tick: null, opened_at: null, expires_at: null },
    })
    expect(await holdings(testApp, user)).toEqual({ USDT: '900 + 100' })
    expect(await refusalOf(complete(user, trade))).toEqual([409, 'futures.opening'])
    market.set('BTC', '60010')
    market.speakAgain()
    const end = await entered(user, market, trade)
    expect(end).toMatchObject({ status: 'pending', entry_price: '60010', seen_price: '60000' })
    expect(end.opened_at).toBe(end.entry_tick.at)
    expect(epochMsOf(end.opened_at)).toBeGreaterThanOrEqual(epochMsOf(end.created_at))
    expect(await holdings(testApp, user)).toEqual({ USDT: '900 + 100' })
  })

  test('shows its terms, its entry and its end', async () => {
    const { user, trade } = await runningTrade({ profitRatio: 30 })
    expect(trade).toMatchObject({
      ...{ user_id: user.userId, symbol: 'BTC/USDT', side: 'long', amount: '100', duration: 60 },
      ...{ profit_ratio: 30, entry_price: '60000', status: 'pending', archived: false },
      ...{ exit_price: null, result: null, final_amount: null, profit_loss: null },
      ...{ settlement_tick: null, void_reason: null },
    })
    expect(epochMsOf(trade.expires_at) - epochMsOf(trade.opened_at)).toBe(MINUTE_MS)
    expect(trade.remaining_ms).toBeGreaterThan(MINUTE_MS - 5_000)
    expect(trade.remaining_ms).toBeLessThanOrEqual(MINUTE_MS + 1_000)
    const { id, source } = trade.entry_tick
    const recorded = { fromMs: 0, toMs: 0, and: [id] }
    expect(await services.prices.ticksBetween('BTC', source, recorded)).toMatchObject([
      trade.entry_tick,
    ])
    expect(await holdings(testApp, user)).toEqual({ USDT: '900 + 100' })
    const { remaining_ms: _, ...rest } = trade
    expect(await tradesOf(user, { t: Date.now() })).toMatchObject([rest])
  })

  test('is refused with a reason and moves nothing', async () => {
    const user = await trader('80')
    await untilOffered(user, market)
    const refusal = async (body: Parameters<typeof submit>[1]) => {
      const { status, body: response } = await submit(user, body)
      return `${status} ${response.code}: ${response.message}`
    }
    expect(await refusal({ amount: '49.99999999' })).toBe(
      '409 futures.stake_below_minimum: Minimum trade amount is 50 USDT.',
    )
    expect(await refusal({ amount: '80.00000001' })).toBe(
      '409 futures.balance_insufficient: Insufficient balance.',
    )
    expect(await refusal({ amount: '50', profitRatio: 100 })).toBe(
      '409 terms.changed: The terms have changed. Check them again before you submit.',
    )
    expect(await refusal({ duration: 61 })).toMatch(/^\d+ futures\.duration_unknown:/)
    expect(await refusal({ side: 'up' as 'long' })).toMatch(/^\d+ input\.invalid:/)
    expect(await refusal({ symbol: 'ETH/USDT' as 'BTC/USDT' })).toMatch(/^\d+ input\.invalid:/)
    await disable(testApp, user)
    expect(await refusal({ amount: '50' })).toBe(
      '403 account.disabled: Your account is disabled. Please contact support.',
    )
    expect(await holdings(testApp, user)).toEqual({ USDT: '80 + 0' })
  })

  test('has one effect per key and never stakes the same money twice', async () => {
    const user = await trader('250')
    await untilOffered(user, market)
    const key = crypto.randomUUID()
    const same = await atOnce(20, () => submit(user, {}, key))
    expect(new Set(same.map(({ body }) => body.trade.id)).size).toBe(1)
    const more = await atOnce(20, () => submit(user))
    expect(more.filter(({ status }) => status === 200)).toHaveLength(1)
    const refused = more.filter(({ status }) => status !== 200)
    expect(new Set(refused.map(({ body }) => body.message))).toEqual(
      new Set(['Insufficient balance.']),
    )
    expect(await holdings(testApp, user)).toEqual({ USDT: '50 + 200' })
  })
})

describe('the end of a futures trade', () => {
  test.each([
    ['long', '60000.01', 'win', '130', '30', '1030 + 0'],
    ['long', '59999.99', 'loss', '70', '-30', '970 + 0'],
    ['long', '60000', 'tie', '100', '0', '1000 + 0'],
    ['short', '59999.99', 'win', '130', '30', '1030 + 0'],
    ['short', '60000.01', 'loss', '70', '-30', '970 + 0'],
    ['short', '60000', 'tie', '100', '0', '1000 + 0'],
  ] as const)('%s at %s is a %s, soon after its end', async (side, price, ...expected) => {
    const [result, finalAmount, profitLoss, usdt] = expected
    const { user, trade } = await runningTrade({ side })
    await priceIs(price)
    clock.advance(epochMsOf(trade.expires_at) - clock.now())
    market.repeat()
    const end = await closed(user, trade)
    expect(end).toMatchObject({
      status: 'completed',
      result,
      exit_price: price,
      final_amount: finalAmount,
      profit_loss: profitLoss,
      remaining_ms: 0,
    })
    const { settlement_tick: tick, expires_at, settled_at } = end
    expect(epochMsOf(tick?.at ?? '')).toBeGreaterThanOrEqual(epochMsOf(expires_at))
    // The schedule alone would settle it up to a minute later.
    expect(epochMsOf(settled_at ?? '') - epochMsOf(expires_at)).toBeLessThan(10 * SECOND_MS)
    expect(await holdings(testApp, user)).toEqual({ USDT: usdt })
  })

  test('wins or loses the whole stake over ten minutes', async () => {
    const terms = { duration: 600, amount: '333.33333333' } as const
    const long = await runningTrade({ ...terms, side: 'long' })
    const short = await runningTrade({ ...terms, side: 'short' })
    await priceIs('60500')
    clock.advance(10 * MINUTE_MS)
    expect(await closed(long.user, long.trade)).toMatchObject({ profit_loss: '333.33333333' })
    expect(await closed(short.user, short.trade)).toMatchObject({
      profit_loss: '-333.33333333',
      final_amount: '0',
    })
    expect(await holdings(testApp, long.user)).toEqual({ USDT: '1333.33333333 + 0' })
    expect(await holdings(testApp, short.user)).toEqual({ USDT: '666.66666667 + 0' })
    await expectSoundLedger(testApp)
  })

  test('notifies its owner without amounts or prices', async () => {
    const { user, trade } = await runningTrade()
    clock.advance(trade.remaining_ms)
    await closed(user, trade)
    const events = await services.log.readStream(`futures-${trade.id}`)
    const [settled] = events.slice(-1).flatMap((event) => notificationsOf(FEATURES).of(event))
    expect(settled?.sender.to).toBe('owner')
    expect(settled?.messageIn(ENGLISH)).toMatchObject({ url: '/futures?tab=closed' })
    expectNoSecrets(JSON.stringify(settled?.messageIn(ENGLISH)), ['100', '60000', 'USDT'])
  })
})

describe('requesting the result', () => {
  test('returns 409 while the trade runs, settles it when due and then returns the stored result', async () => {
    const { user, trade } = await runningTrade()
    expect(await refusalOf(complete(user, trade))).toEqual([409, 'futures.running'])
    await priceIs('60001')
    clock.advance(trade.remaining_ms)
    const settled = await until(async () => {
      const response = await complete(user, trade)
      return response.status === 200 && response.body
    })
    expect(settled).toMatchObject({ isWin: true, finalProfitLoss: '30' })
    await priceIs('50000')
    clock.advance(MINUTE_MS)
    expect((await complete(user, trade)).body).toEqual(settled)
  })

  test('is only for its owner, even if disabled', async () => {
    const { user, trade } = await runningTrade()
    const [stranger, admin] = [await newUser(testApp), await newAdmin(testApp)]
    expect((await complete(stranger, trade)).status).toBe(404)
    expect((await complete(admin, trade)).status).toBe(404)
    expect((await complete(user, { id: crypto.randomUUID() })).status).toBe(404)
    await disable(testApp, user)
    await priceIs('61000')
    clock.advance(trade.remaining_ms)
    expect(await closed(user, trade)).toMatchObject({ result: 'win', profit_loss: '30' })
    expect((await complete(user, trade)).body).toMatchObject({ isWin: true })
  })
})

test('the ledger is sound after all these trades', async () => {
  await expectSoundLedger(testApp)
})
