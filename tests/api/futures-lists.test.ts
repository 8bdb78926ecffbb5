import { beforeEach, describe, expect, test } from 'vitest'
import { completeFutures, listAllFutures, listFutures } from '#shared/contract/futures.ts'
import { MINUTE_MS } from '#shared/time.ts'
import { until } from '#tests/support/wait.ts'
import { openTestApp } from './support/app.ts'
import { closed, newFuturesTrader, open, tradesOf } from './support/futures.ts'
import { expectSoundLedger } from './support/ledger.ts'
import { bitcoinBecomes } from './support/market-price.ts'
import { newAdmin } from './support/traders.ts'

const testApp = await openTestApp()
const { clock, market, services } = testApp

const trader = () => newFuturesTrader(testApp)

beforeEach(() => bitcoinBecomes(testApp, '60000'))

describe('the lists of futures trades', () => {
  test('are paged newest first, with running and closed trades separate', async () => {
    const user = await trader()
    const old = [await open(user, market), await open(user, market), await open(user, market)]
    clock.advance(MINUTE_MS + 1_000)
    await until(() => services.prices.current('BTC'))
    for (const trade of old) await closed(user, trade)
    const running = await open(user, market)
    const ids = (trades: readonly { id: string }[]) => trades.map(({ id }) => id)
    expect(ids(await tradesOf(user, { state: 'running' }))).toEqual([running.id])
    const newestFirst = [running, ...old.toReversed()]
    expect(ids(await tradesOf(user))).toEqual(ids(newestFirst))
    const first = await tradesOf(user, { limit: 2 })
    const second = await tradesOf(user, { limit: 2, before: first[1]?.id ?? '' })
    expect(ids([...first, ...second])).toEqual(ids(newestFirst))
    expect(await tradesOf(await trader())).toEqual([])
  })

  test('show staff every user’s trades with the user', async () => {
    const user = await trader()
    const trade = await open(user, market)
    const admin = await newAdmin(testApp)
    const query = { status: 'pending', limit: 1 }
    const [newest] = await admin.client.call(listAllFutures, { query })
    expect(newest).toMatchObject({ id: trade.id, userDetails: { email: user.email } })
    expect((await user.client.send(listAllFutures, { query: {} })).status).toBe(403)
  })
})

test('the routes require a session', async () => {
  expect((await testApp.visitor.send(listFutures, { query: {} })).status).toBe(401)
  const body = { tradeId: crypto.randomUUID() }
  expect((await testApp.visitor.send(completeFutures, { body })).status).toBe(401)
  await expectSoundLedger(testApp)
})
