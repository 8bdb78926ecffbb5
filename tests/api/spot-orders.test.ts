import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { listTrades, placeTrade, rejectOrder } from '#shared/contract/spot-orders.ts'
import { openTestApp } from './support/app.ts'
import { expectSoundLedger, holdings } from './support/ledger.ts'
import { silence } from './support/silence.ts'
import { limitBuy, openSpotMarket, type Placement } from './support/spot-orders.ts'
import { disable, fund, newUser } from './support/traders.ts'

const testApp = await openTestApp()
const { market } = testApp

const { admin, user, place, approve, cancel, becomes, richUser } = await openSpotMarket(testApp)

const marketBuy: Placement = { symbol: 'BTC/USDT', side: 'buy', amount: '0.1' }
const reject = (id: string, body?: { reason?: string }) =>
  admin.client.send(rejectOrder, { params: { id }, body })

describe('a limit order', () => {
  test('freezes its cost, waits, and executes at its limit', async () => {
    const buyer = await richUser()
    const placed = await place(limitBuy, buyer)
    expect(placed.body).toMatchObject({
      userId: buyer.userId,
      type: 'limit',
      status: 'pending_approval',
      amount: '0.1',
      price: '50000',
      quotedPrice: null,
      held: '5000',
      heldSymbol: 'USDT',
    })
    expect(await holdings(testApp, buyer)).toEqual({ USDT: '5000 + 5000' })
    expect((await approve(placed.body.id)).body).toEqual({ message: 'Order Approved' })
    expect(await holdings(testApp, buyer)).toEqual({ USDT: '5000 + 0', BTC: '0.1 + 0' })
    const [order] = await buyer.client.call(listTrades, { params: { userId: buyer.userId } })
    expect(order).toMatchObject({ status: 'executed', executedPrice: '50000' })
    await expectSoundLedger(testApp)
  })

  test('to sell freezes the amount and pays the proceeds', async () => {
    const seller = await newUser(testApp)
    await fund(testApp, seller, 'BTC', '1')
    const { body } = await place({ ...limitBuy, side: 'sell', amount: '0.4' }, seller)
    expect(await holdings(testApp, seller)).toEqual({ BTC: '0.6 + 0.4' })
    await approve(body.id)
    expect(await holdings(testApp, seller)).toEqual({ BTC: '0.6 + 0', USDT: '20000 + 0' })
  })

  test('that is rejected or cancelled releases everything', async () => {
    const buyer = await richUser()
    const first = await place(limitBuy, buyer)
    const second = await place(limitBuy, buyer)
    expect(await holdings(testApp, buyer)).toEqual({ USDT: '0 + 10000' })
    expect((await reject(first.body.id, { reason: 'Too far off' })).body.message).toBe(
      'Order Rejected',
    )
    expect((await cancel(second.body.id, buyer)).body).toMatchObject({ status: 'cancelled' })
    expect(await holdings(testApp, buyer)).toEqual({ USDT: '10000 + 0' })
    const history = await buyer.client.call(listTrades, {
      params: { userId: buyer.userId },
      query: { state: 'history' },
    })
    const released = { spent: null, received: null, returned: '5000', heldSymbol: 'USDT' }
    expect(history).toMatchObject([
      { status: 'cancelled', reason: null, ...released },
      { status: 'rejected', reason: 'Too far off', ...released },
    ])
  })

  test('above the balance reports the required and available amounts', async () => {
    const poor = await newUser(testApp)
    const { status, body } = await place(limitBuy, poor)
    expect(status).toBe(409)
    expect(body).toMatchObject({
      code: 'balance.insufficient',
      required: '5000.00000000',
      available: '0.00000000',
      symbol: 'USDT',
      message: 'Insufficient balance. Required: 5,000.00000000 USDT, available: 0.00000000 USDT',
    })
  })

  test.each([
    [{ ...marketBuy, type: 'limit' as const }, 400, 'order.fields_missing'],
    [{ ...limitBuy, amount: '0.00000001', price: '0.1' }, 400, 'order.too_small'],
    [{ ...limitBuy, userId: randomUUID() }, 403, 'access.forbidden'],
  ])('is refused: %o', async (body, status, code) => {
    const response = await place(body)
    expect([response.status, response.body.code]).toEqual([status, code])
  })

  test('is refused for a disabled user, who may still cancel', async () => {
    const buyer = await richUser()
    const { body } = await place(limitBuy, buyer)
    await disable(testApp, buyer)
    expect((await place(limitBuy, buyer)).body.code).toBe('account.disabled')
    expect((await cancel(body.id, buyer)).status).toBe(200)
  })

  test('returns the first order for a repetition, even after its execution', async () => {
    const buyer = await richUser()
    const key = randomUUID()
    const send = (amount = '0.2') =>
      buyer.client.send(placeTrade, { body: { ...limitBuy, amount }, key })
    const first = await send()
    await approve(first.body.id)
    const again = await send()
    expect(again.body).toEqual(first.body)
    expect((await send('0.1')).status).toBe(422)
    expect(await holdings(testApp, buyer)).toEqual({ USDT: '0 + 0', BTC: '0.2 + 0' })
  })
})

describe('a market order', () => {
  beforeEach(() => becomes('50000'))

  test('is quoted the current price and executes at the live one of its approval', async () => {
    const buyer = await richUser()
    const { body } = await place(marketBuy, buyer)
    expect(body).toMatchObject({ type: 'market', price: null, quotedPrice: '50000', held: '5000' })
    await becomes('50750')
    expect((await approve(body.id)).status).toBe(200)
    expect(await holdings(testApp, buyer)).toEqual({
      USDT: '5000.00038 + 0',
      BTC: '0.09852216 + 0',
    })
    const [placed, executed] = await testApp.services.log.readStream(`spot-order-${body.id}`)
    const quote = { price: '50000' }
    expect(placed?.data).toMatchObject({ price: '50000', quote })
    expect(executed?.data).toMatchObject({
      ...{ price: '50750', tick: { price: '50750', source: 'standing' }, quote },
      amount: '0.09852216',
      returned: { symbol: 'USDT', amount: '0.00038' },
    })
    const [order] = await buyer.client.call(listTrades, { params: { userId: buyer.userId } })
    expect(order).toMatchObject({
      ...{ quotedPrice: '50000', executedPrice: '50750', amount: '0.1' },
      ...{ executedAmount: '0.09852216', spent: '4999.99962', heldSymbol: 'USDT' },
      ...{ received: '0.09852216', receivedSymbol: 'BTC', returned: '0.00038' },
    })
  })

  test('to buy returns what a lower price saves', async () => {
    const buyer = await richUser()
    const { body } = await place(marketBuy, buyer)
    await becomes('49500')
    expect((await approve(body.id)).status).toBe(200)
    expect(await holdings(testApp, buyer)).toEqual({ USDT: '5050 + 0', BTC: '0.1 + 0' })
  })

  test('to sell exchanges the requested amount for the live proceeds', async () => {
    const seller = await newUser(testApp)
    await fund(testApp, seller, 'BTC', '0.1')
    const { body } = await place({ ...marketBuy, side: 'sell' }, seller)
    await becomes('50600')
    expect((await approve(body.id)).status).toBe(200)
    expect(await holdings(testApp, seller)).toEqual({ BTC: '0 + 0', USDT: '5060 + 0' })
  })

  test('that spends everything needs no amount, and never fails because of a new tick', async () => {
    const buyer = await richUser()
    const seen = testApp.services.prices.current('BTC')
    await becomes('50003.17')
    const { symbol, side } = marketBuy
    const spend = { symbol, side, type: 'market', spend: '10000' } as const
    const { status, body } = await place({ ...spend, priceId: seen?.id ?? '' }, buyer)
    expect([status, body.amount, body.spendsAll, body.held]).toEqual([200, '0.2', true, '10000'])
    expect((await approve(body.id)).status).toBe(200)
    expect(await holdings(testApp, buyer)).toEqual({
      USDT: '0.00004019 + 0',
      BTC: '0.19998732 + 0',
    })
    await becomes('50000')
    for (const claim of [{ amount: '0.1' }, { type: 'limit', price: '50000' }] as const) {
      const refused = await place({ ...spend, ...claim }, buyer)
      expect([refused.status, refused.body.code]).toEqual([400, 'order.amount_and_spend'])
    }
    expect((await place({ symbol, side }, buyer)).body.code).toBe('order.fields_missing')
  })

  test('stays pending while the price is more than 2 % away', async () => {
    const buyer = await richUser()
    const { body } = await place(marketBuy, buyer)
    await becomes('51000.01')
    const moved = await approve(body.id)
    expect([moved.status, moved.body.code]).toEqual([409, 'price.moved'])
    expect(moved.body).toMatchObject({ current: '51000.01', quoted: '50000' })
    await becomes('51000')
    expect((await approve(body.id)).status).toBe(200)
  })

  test('honours a recently shown price', async () => {
    const buyer = await richUser()
    const seen = testApp.services.prices.current('BTC')
    await becomes('50001')
    const byId = await place({ ...marketBuy, amount: '0.01', priceId: seen?.id ?? '' }, buyer)
    const byPrice = await place(
      { ...marketBuy, amount: '0.01', type: 'market', price: '50000.0' },
      buyer,
    )
    expect([byId.body.quotedPrice, byPrice.body.quotedPrice]).toEqual(['50000', '50000'])
  })

  test('is refused if the claimed price is not valid', async () => {
    for (const claim of [{ priceId: randomUUID() }, { type: 'market' as const, price: '1' }]) {
      const { status, body } = await place({ ...marketBuy, ...claim })
      expect(status).toBe(409)
      expect(body).toMatchObject({ code: 'terms.changed', field: 'price', actual: '50000' })
    }
  })

  test('is refused and cannot be approved while the price is stale', async () => {
    const { body } = await place({ ...marketBuy, amount: '0.01' })
    await silence(testApp)
    testApp.clock.advance(61_000)
    const stale = await place(marketBuy)
    expect([stale.status, stale.body.message]).toEqual([503, 'Price not available'])
    expect((await approve(body.id)).body.code).toBe('price.stale')
    expect((await place(limitBuy)).status).toBe(200)
    market.speakAgain()
    await becomes('50000')
  })
})

test('only staff review an order, once, and never their own', async () => {
  await fund(testApp, admin, 'USDT', '1000')
  const own = await place({ ...limitBuy, amount: '0.01' }, admin)
  expect((await approve(own.body.id)).body.code).toBe('access.own_request')
  expect((await reject(own.body.id)).body.code).toBe('access.own_request')
  expect((await approve(own.body.id, user)).status).toBe(403)
  const { body } = await place({ ...limitBuy, amount: '0.01' })
  await approve(body.id)
  const again = await approve(body.id)
  expect([again.status, again.body.message]).toEqual([409, 'This order is already executed.'])
  expect((await cancel(body.id)).body.code).toBe('order.not_cancellable')
  expect((await approve(randomUUID())).status).toBe(404)
})
