import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { DEMO_WALLET } from '#scripts/demo/addresses.ts'
import { listAudit } from '#shared/contract/audit.ts'
import { listOwnDeposits, reviewDeposit, submitDeposit } from '#shared/contract/deposits.ts'
import { listFutures } from '#shared/contract/futures.ts'
import { cancelTrade, listTrades, placeTrade } from '#shared/contract/spot-orders.ts'
import { acknowledgeTransaction, listTransactions } from '#shared/contract/transactions.ts'
import {
  type HistoryList,
  hideFutures,
  hideOrders,
  hideTradeHistory,
  hideTransactions,
  listUserHistory,
} from '#shared/contract/user-history.ts'
import { cancelWithdrawal, submitWithdrawal } from '#shared/contract/withdrawals.ts'
import { MINUTE_MS } from '#shared/time.ts'
import { until } from '#tests/support/wait.ts'
import { waitForPosition } from '#tests/support/wait-for-position.ts'
import { offerAddress } from './support/addresses.ts'
import { openTestApp } from './support/app.ts'
import { closed, complete, open, tradesOf } from './support/futures.ts'
import { expectSoundLedger, holdings } from './support/ledger.ts'
import { photo } from './support/pictures.ts'
import { fund, newAdmin, newUser, type Person } from './support/traders.ts'

const testApp = await openTestApp()
const ADDRESS = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
const order = { symbol: 'BTC/USDT', side: 'buy', amount: '0.001', price: '50000' } as const

let admin: Person

beforeAll(async () => {
  admin = await newAdmin(testApp)
  await offerAddress(testApp, { symbol: 'USDT', network: 'TRC20', address: ADDRESS })
})

const history = (user: Person, list: HistoryList, query = {}) =>
  admin.client.call(listUserHistory, {
    params: { userId: user.userId },
    query: { list, ...query },
  })
const ownOrders = ({ client, userId }: Person, query = {}) =>
  client.call(listTrades, { params: { userId }, query: { state: 'history', ...query } })
const ownTransactions = ({ client, userId }: Person, query = {}) =>
  client.call(listTransactions, { params: { userId }, query })

async function trader(): Promise<Person> {
  const user = await newUser(testApp)
  await fund(testApp, user, 'USDT', '1000')
  return user
}

async function closedOrder({ client }: Person): Promise<string> {
  const { id } = await client.call(placeTrade, { body: order })
  await client.call(cancelTrade, { params: { id } })
  return id
}

/** The owner has seen the result. Before that, hiding would change nothing for them. */
async function decidedDeposit({ client }: Person): Promise<string> {
  const files = { screenshot: await photo(16, 16) }
  const { request } = await client.call(submitDeposit, {
    body: { symbol: 'USDT', amount: '50' },
    files,
  })
  const body = { action: 'reject', rejectionReason: 'No such transfer' } as const
  await admin.client.call(reviewDeposit, { params: { id: request.id }, body })
  const seen = { type: 'deposit', id: request.id, is_new: false } as const
  await client.call(acknowledgeTransaction, { body: seen })
  return request.id
}

async function cancelledWithdrawal({ client }: Person): Promise<string> {
  const { request } = await client.call(submitWithdrawal, {
    body: { symbol: 'USDT', amount: '20', walletAddress: DEMO_WALLET.address },
  })
  await client.call(cancelWithdrawal, { params: { id: request.id } })
  return request.id
}

describe('hiding orders', () => {
  test('removes the given orders from their owner’s list, unless archived ones are requested', async () => {
    const user = await trader()
    const first = await closedOrder(user)
    const second = await closedOrder(user)
    const open = await user.client.call(placeTrade, { body: order })
    const body = { userId: user.userId, ids: [first] }
    expect(await admin.client.call(hideOrders, { body })).toEqual({
      message: 'The orders are hidden from the user.',
      hidden: 1,
    })
    expect((await ownOrders(user)).map(({ id }) => id)).toEqual([second])
    const archived = await ownOrders(user, { archived: 'true' })
    expect(archived).toMatchObject([
      { id: second, archived: false },
      { id: first, archived: true, status: 'cancelled' },
    ])
    expect(await history(user, 'orders')).toMatchObject([
      { id: open.id, is_open: true, archived: false, status: 'pending_approval' },
      { id: second, is_open: false, archived: false },
      {
        id: first,
        type: 'order',
        title: 'Buy BTC/USDT',
        amount: '0.001',
        symbol: 'BTC',
        is_open: false,
        archived: true,
      },
    ])
    await expectSoundLedger(testApp)
  })

  test('hides all closed orders, keeps open ones and can be repeated', async () => {
    const user = await trader()
    await closedOrder(user)
    await closedOrder(user)
    await user.client.call(placeTrade, { body: order })
    const body = { userId: user.userId }
    const responses = await Promise.all(
      [1, 2, 3].map(() => admin.client.call(hideOrders, { body })),
    )
    expect(responses.reduce((sum, { hidden }) => sum + hidden, 0)).toBe(2)
    expect(await ownOrders(user)).toEqual([])
    const current = { params: { userId: user.userId }, query: { state: 'current' } }
    expect(await user.client.call(listTrades, current)).toHaveLength(1)
    expect((await admin.client.call(hideOrders, { body })).hidden).toBe(0)
    const events = await testApp.services.pool.query(
      `select data from event where type = 'EntryHidden' and stream like 'spot-order-%'
       and metadata #>> '{actor,kind}' = 'system'`,
    )
    expect(events.rows[0]).toMatchObject({ data: { hiddenBy: admin.userId } })
  })

  test('is one line of the audit, which names each order', async () => {
    const user = await trader()
    const ids = []
    for (let order = 1; order <= 22; order += 1) ids.push(await closedOrder(user))
    const body = { userId: user.userId }
    await Promise.all([1, 2].map(() => admin.client.call(hideOrders, { body })))
    const { pool, log } = testApp.services
    await waitForPosition(pool, { follower: 'audit-lines', position: await log.head() })
    const query = { user: user.userId }
    const acts = await admin.client.call(listAudit, { query })
    const lines = acts.lines.filter(({ type }) => type.includes('Hidden'))
    expect(lines.map(({ type, actor }) => [type, actor.person?.user_id])).toEqual([
      ['EntriesHidden', admin.userId],
    ])
    const named = ids.map((id) => `Buy BTC/USDT, 0.001 BTC (spot-order-${id})`)
    expect(lines[0]?.entries.toSorted()).toEqual(named.toSorted())
  })

  test('is refused with an open or foreign order, and then hides nothing', async () => {
    const user = await trader()
    const other = await trader()
    const done = await closedOrder(user)
    const { id: open } = await user.client.call(placeTrade, { body: order })
    const foreign = await closedOrder(other)
    const hide = (ids: string[]) =>
      admin.client.send(hideOrders, { body: { userId: user.userId, ids } })
    expect((await hide([done, open])).body).toMatchObject({ code: 'history.open' })
    expect((await hide([done, foreign])).status).toBe(404)
    expect((await hide([done, randomUUID()])).status).toBe(404)
    expect((await hide([])).status).toBe(400)
    expect(await ownOrders(user)).toHaveLength(1)
    const unknown = await admin.client.send(hideOrders, { body: { userId: randomUUID() } })
    expect([unknown.status, unknown.body.message]).toEqual([404, 'User not found'])
  })
})

describe('hiding transactions', () => {
  test('removes deposits and withdrawals from every list of their owner and keeps their status', async () => {
    const user = await trader()
    const deposit = await decidedDeposit(user)
    const withdrawal = await cancelledWithdrawal(user)
    const kept = await decidedDeposit(user)
    const body = { userId: user.userId, ids: [deposit, withdrawal] }
    expect((await admin.client.call(hideTransactions, { body })).hidden).toBe(2)
    expect((await ownTransactions(user)).map(({ id }) => id)).toEqual([kept])
    expect((await user.client.call(listOwnDeposits)).map(({ id }) => id)).toEqual([kept])
    const all = await ownTransactions(user, { archived: 'true' })
    expect(all).toMatchObject([
      { id: kept, archived: false },
      { id: withdrawal, archived: true, status: 'cancelled' },
      { id: deposit, archived: true, status: 'rejected', reason: 'No such transfer' },
    ])
    await expectSoundLedger(testApp)
  })

  test('hides all of them, and staff can page across both kinds', async () => {
    const user = await trader()
    const ids = [await decidedDeposit(user), await cancelledWithdrawal(user)]
    const [latest] = await history(user, 'transactions', { limit: 1 })
    expect(latest?.id).toBe(ids[1])
    const [earlier] = await history(user, 'transactions', { limit: 1, before: ids[1] })
    expect(earlier).toMatchObject({ id: ids[0], title: 'Deposit', status: 'rejected' })
    const body = { userId: user.userId }
    expect((await admin.client.call(hideTransactions, { body })).hidden).toBe(2)
    expect(await ownTransactions(user)).toEqual([])
  })
})

test('staff cannot hide their own history', async () => {
  const body = { userId: admin.userId }
  for (const route of [hideTransactions, hideOrders, hideFutures, hideTradeHistory]) {
    expect((await admin.client.send(route, { body })).body.code).toBe('access.own_account')
  }
})

describe('hiding the trade history', () => {
  test('hides closed orders and keeps running futures trades', async () => {
    const user = await trader()
    await closedOrder(user)
    const trade = await open(user, testApp.market, { amount: '50' })
    const named = { userId: user.userId, ids: [trade.id] }
    expect((await admin.client.send(hideFutures, { body: named })).body.code).toBe('history.open')
    const body = { userId: user.userId }
    expect(await admin.client.call(hideTradeHistory, { body })).toEqual({
      message: 'The trade history is hidden from the user.',
      hidden: 1,
    })
    expect(await user.client.call(listFutures, { query: {} })).toHaveLength(1)
    expect(await ownOrders(user)).toEqual([])
    expect(await history(user, 'futures')).toMatchObject([
      { title: 'Long BTC/USDT', amount: '50', symbol: 'USDT', is_open: true },
    ])
  })
})

describe('the lists of futures trades', () => {
  test('omit trades hidden by staff, unless requested', async () => {
    const user = await trader()
    const trade = await open(user, testApp.market)
    testApp.clock.advance(MINUTE_MS + 1_000)
    await until(() => testApp.services.prices.current('BTC'))
    const end = await closed(user, trade)
    const running = await open(user, testApp.market)
    const hide = () => admin.client.call(hideFutures, { body: { userId: user.userId } })
    const before = await holdings(testApp, user)
    const responses = await Promise.all([hide(), hide(), hide()])
    expect(responses.reduce((sum, { hidden }) => sum + hidden, 0)).toBe(1)
    expect((await tradesOf(user)).map(({ id }) => id)).toEqual([running.id])
    const archived = await tradesOf(user, { archived: 'true', state: 'closed' })
    expect(archived).toEqual([{ ...end, archived: true }])
    expect(await holdings(testApp, user)).toEqual(before)
    expect((await complete(user, trade)).status).toBe(200)
    const unknown = { body: { userId: randomUUID() } }
    expect((await admin.client.send(hideFutures, unknown)).status).toBe(404)
    await expectSoundLedger(testApp)
  })
})
