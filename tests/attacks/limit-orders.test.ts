import { beforeAll, describe, expect, test } from 'vitest'
import { listReviews } from '#shared/contract/review-desk.ts'
import {
  approveOrder,
  listPendingOrders,
  listTrades,
  placeTrade,
} from '#shared/contract/spot-orders.ts'
import { openTestApp } from '#tests/api/support/app.ts'
import { expectSoundLedger, holdings } from '#tests/api/support/ledger.ts'
import { bitcoinBecomes } from '#tests/api/support/market-price.ts'
import { silence } from '#tests/api/support/silence.ts'
import { fund, newAdmin, newUser, type Person } from '#tests/api/support/traders.ts'

// Nearly everything needs two approvals here.
const testApp = await openTestApp({ config: { secondApprovalAboveUsd: '5000' } })
const { market, services } = testApp

let admin: Person
let second: Person

beforeAll(async () => {
  admin = await newAdmin(testApp)
  second = await newAdmin(testApp)
  await becomes('60000')
})

const becomes = (price: string) => bitcoinBecomes(testApp, price)

async function trader(): Promise<Person> {
  const person = await newUser(testApp)
  await fund(testApp, person, 'USDT', '100000')
  await fund(testApp, person, 'BTC', '1')
  return person
}

type Side = 'buy' | 'sell'

async function place(by: Person, side: Side, price: string, amount = '0.01'): Promise<string> {
  const body = { symbol: 'BTC/USDT', side, amount, price } as const
  return (await by.client.call(placeTrade, { body })).id
}

async function approve(id: string, by = admin) {
  const { status, body } = await by.client.send(approveOrder, { params: { id } })
  return [status, (body as { code?: string }).code ?? body.message]
}

const EXECUTED = [200, 'Order Approved']
const MOVED = [409, 'price.moved']
const FIRST = [200, 'Approved. A second person must approve it as well before it takes effect.']

describe('a limit order far from the market', () => {
  test('a customer cannot buy 0.3 BTC at 1.00 from a tired reviewer', async () => {
    const player = await trader()
    const id = await place(player, 'buy', '1', '0.3')
    expect(await approve(id)).toEqual(MOVED)
    expect(await holdings(testApp, player)).toEqual({ USDT: '99999.7 + 0.3', BTC: '1 + 0' })
    const [order] = await player.client.call(listTrades, { params: { userId: player.userId } })
    expect(order).toMatchObject({ status: 'pending_approval', executedPrice: null })
  })

  test.each([
    ['buy', '59999.99', MOVED],
    ['buy', '60000', EXECUTED],
    ['buy', '61200', EXECUTED],
    ['buy', '61300', MOVED],
    ['sell', '60000.01', MOVED],
    ['sell', '60000', EXECUTED],
    ['sell', '58900', EXECUTED],
    ['sell', '58800', MOVED],
  ] as const)('a %s at %s while the market is at 60000 is answered %o', async (side, price, as) => {
    expect(await approve(await place(await trader(), side, price))).toEqual(as)
  })

  test('a customer cannot use the first of two approvals once the market has left the limit', async () => {
    const player = await trader()
    const id = await place(player, 'buy', '60000', '0.1')
    expect(await approve(id)).toEqual(FIRST)
    await becomes('63000')
    expect(await approve(id, second)).toEqual(MOVED)
    await becomes('60000')
    expect(await approve(id, second)).toEqual(EXECUTED)
  })

  test('a first approval far from the market is also refused', async () => {
    expect(await approve(await place(await trader(), 'sell', '90000', '0.2'))).toEqual(MOVED)
  })

  test('if the market moves while staff decide, its last price counts', async () => {
    const ids = await Promise.all([1, 2, 3].map(async () => place(await trader(), 'buy', '60000')))
    await becomes('60000.01')
    expect(await Promise.all(ids.map((id) => approve(id)))).toEqual([MOVED, MOVED, MOVED])
    await becomes('60000')
    expect(await approve(ids[0] ?? '')).toEqual(EXECUTED)
    const [, executed] = await services.log.readStream(`spot-order-${ids[0]}`)
    expect(executed?.data).toMatchObject({ price: '60000', tick: { price: '60000' } })
    await expectSoundLedger(testApp)
  })
})

describe('staff', () => {
  test('can list the orders whose limit is reached', async () => {
    const player = await trader()
    const prices = ['1', '59999.99', '60000', '61200', '61300'] as const
    const ids: string[] = []
    for (const price of prices) ids.push(await place(player, 'buy', price))
    for (const price of ['58800', '58900', '60000', '60000.01']) {
      ids.push(await place(player, 'sell', price))
    }
    const reached = [2, 3, 6, 7].map((index) => ids[index])
    const among = (found: readonly { id: string }[]) =>
      ids.filter((id) => found.some((each) => each.id === id))

    const pending = await admin.client.call(listPendingOrders, { query: { reached: 'true' } })
    expect(among(pending)).toEqual(reached)
    const { items } = await admin.client.call(listReviews, { query: { reached: 'true' } })
    expect(among(items)).toEqual(reached)
    expect(items.every(({ kind }) => kind === 'spot-order')).toBe(true)
    const all = await admin.client.call(listReviews, { query: { kind: 'spot-order' } })
    expect(among(all.items)).toEqual(ids)
    for (const id of reached) expect(await approve(id ?? '')).toEqual(EXECUTED)
  })
})

test('an old price cannot approve a limit order or reach a limit', async () => {
  const id = await place(await trader(), 'buy', '60000')
  await silence(testApp)
  testApp.clock.advance(61_000)
  expect(await approve(id)).toEqual([503, 'price.stale'])
  expect(await admin.client.call(listPendingOrders, { query: { reached: 'true' } })).toEqual([])
  market.speakAgain()
  await becomes('60000')
  expect(await approve(id)).toEqual(EXECUTED)
})
