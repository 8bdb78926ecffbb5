import { describe, expect, test } from 'vitest'
import { handleCommand } from '#server/events/handle-command.ts'
import {
  type SpotOrderEvent,
  type SpotOrderState,
  spotOrders,
} from '#server/features/spot-orders/decider.ts'
import { newId } from '#server/platform/new-id.ts'
import { systemCause } from '#server/platform/system-cause.ts'
import {
  listAllOrders,
  listPendingOrders,
  listTrades,
  rejectOrder,
  type SpotTrade,
} from '#shared/contract/spot-orders.ts'
import { instantOf } from '#shared/time.ts'
import { openTestApp } from './support/app.ts'
import type { Request } from './support/client.ts'
import { request } from './support/futures.ts'
import { limitBuy, openSpotMarket } from './support/spot-orders.ts'
import type { Person } from './support/traders.ts'

const testApp = await openTestApp()

const { admin, user, place, approve, cancel, richUser } = await openSpotMarket(testApp)

describe('the lists', () => {
  test('show orders only to their owner and staff', async () => {
    const buyer = await richUser()
    const { body } = await place({ ...limitBuy, amount: '0.01' }, buyer)
    const read = (by: Person) =>
      by.client.send(listTrades, { params: { userId: buyer.userId }, query: { state: 'current' } })
    expect((await read(buyer)).body).toEqual([body])
    expect((await read(admin)).body).toEqual([body])
    expect((await read(user)).status).toBe(403)
    expect((await cancel(body.id, user)).status).toBe(404)
  })

  test('are paged without gaps or repetitions', async () => {
    const buyer = await richUser()
    const placed: SpotTrade[] = []
    for (let amount = 1; amount <= 5; amount += 1) {
      placed.push((await place({ ...limitBuy, amount: `0.00${amount}` }, buyer)).body)
    }
    const expected = placed.map(({ id }) => id).reverse()
    const own: string[] = []
    const all: string[] = []
    for (let page = 0; page < 3; page += 1) {
      const query = (ids: string[]) => {
        const before = ids.at(-1)
        return before === undefined ? { limit: 2 } : { limit: 2, before }
      }
      const mine = await buyer.client.call(listTrades, {
        params: { userId: buyer.userId },
        query: query(own),
      })
      own.push(...mine.map(({ id }) => id))
      const listed = await admin.client.call(listAllOrders, { query: query(all) })
      all.push(...listed.map(({ id }) => id))
    }
    expect(own).toEqual(expected)
    expect(all.slice(0, 5)).toEqual(expected)
  })

  test('show staff an old order that exceeds today’s size limit', async () => {
    const placedAt = instantOf(testApp.clock.now())
    const reserved = { symbol: 'BTC', amount: '1.1' }
    const order = { symbol: 'BTC/USDT', side: 'sell', orderType: 'limit', amount: '1.1' } as const
    const whose = { userId: user.userId, userNo: String(user.userNo) }
    const terms = { price: '999999999999999.99', quote: null, reserved, placedAt }
    const id = newId(testApp.clock)
    const data = { ...whose, ...order, ...terms }
    await handleCommand<SpotOrderState, SpotOrderEvent>(testApp.services.log, {
      ...systemCause(`place ${id}`, {}, placedAt, id),
      ...{ aggregate: spotOrders, id, owner: user.userNo },
      decideWith: () => ({ type: 'SpotOrderPlaced', data }),
    })
    const query = { search: user.email }
    for (const route of [listPendingOrders, listAllOrders]) {
      expect((await admin.client.call(route, { query })).map((listed) => listed.id)).toContain(id)
    }
    expect((await approve(id)).body.code).toBe('price.moved')
    const reject = await admin.client.send(rejectOrder, { params: { id }, body: {} })
    expect(reject.status).toBe(200)
  })

  test('contain spot orders and futures trades for staff, with search and filters', async () => {
    const trader = await richUser()
    const { body } = await place({ ...limitBuy, amount: '0.01' }, trader)
    const trade = await request(trader, testApp.market, { side: 'short', amount: '50' })
    const all = (query: NonNullable<Request<typeof listAllOrders>['query']>) =>
      admin.client.call(listAllOrders, { query: { ...query, search: trader.email } })
    const found = await all({})
    expect(found.map(({ id, market, side }) => [id, market, side])).toEqual([
      [trade.id, 'futures', 'short'],
      [body.id, 'spot', 'buy'],
    ])
    expect(found[0]).toMatchObject({ amount: '50', heldSymbol: 'USDT', duration: 60, result: null })
    const idsOf = async (query: Parameters<typeof all>[0]) => (await all(query)).map(({ id }) => id)
    expect(await idsOf({ limit: 1 })).toEqual([trade.id])
    expect(await idsOf({ limit: 1, before: trade.id })).toEqual([body.id])
    expect(await idsOf({ market: 'spot' })).toEqual([body.id])
    expect(await idsOf({ status: 'pending' })).toEqual([trade.id])
    expect(await idsOf({ status: 'pending_approval' })).toEqual([body.id])
    expect(await idsOf({ status: 'executed' })).toEqual([])
  })

  test('show staff pending orders page by page', async () => {
    const buyer = await richUser()
    const placed: string[] = []
    for (const amount of ['0.01', '0.02', '0.03']) {
      placed.push((await place({ ...limitBuy, amount }, buyer)).body.id ?? '')
    }
    const seen: string[] = []
    for (let before: string | undefined; ; before = seen.at(-1)) {
      const query = { limit: 2, ...(before ? { before } : {}) }
      const page = await admin.client.call(listPendingOrders, { query })
      seen.push(...page.map(({ id }) => id))
      if (page.length < 2) break
    }
    expect(seen.filter((id) => placed.includes(id))).toEqual(placed)
    expect(new Set(seen).size).toBe(seen.length)
  })

  test('show staff the user and the reviewer', async () => {
    const buyer = await richUser()
    const { body } = await place({ ...limitBuy, amount: '0.02' }, buyer)
    const pending = await admin.client.call(listPendingOrders)
    expect(pending.at(-1)).toMatchObject({
      id: body.id,
      price: '50000',
      reviewedBy: null,
      userDetails: {
        id: buyer.userId,
        fullName: buyer.fullName,
        email: buyer.email,
        phone: '+1 555 0100',
      },
    })
    await approve(body.id)
    const [newest] = await admin.client.call(listAllOrders, { query: { limit: 1 } })
    expect(newest).toMatchObject({
      id: body.id,
      status: 'executed',
      executedPrice: '50000',
      reviewedBy: admin.fullName,
    })
  })

  test('show staff why an order was rejected', async () => {
    const buyer = await richUser()
    const { body } = await place({ ...limitBuy, amount: '0.02' }, buyer)
    const reason = 'Too far off'
    await admin.client.send(rejectOrder, { params: { id: body.id }, body: { reason } })
    const query = { search: buyer.email, status: 'rejected' } as const
    expect(await admin.client.call(listAllOrders, { query })).toMatchObject([
      { id: body.id, reviewedBy: admin.fullName, reason },
    ])
  })
})
