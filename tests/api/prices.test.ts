import { describe, expect, it } from 'vitest'
import { getPrice, getPriceStatus, listCandles, listPrices } from '#shared/contract/prices.ts'
import { eventually } from '#tests/support/wait.ts'
import { openTestApp } from './support/app.ts'
import { silence } from './support/silence.ts'

const on = await openTestApp()

describe('prices are public', () => {
  it('lists every asset with its source and origin', async () => {
    const prices = await on.visitor.call(listPrices)
    expect(prices).toHaveLength(24)
    expect(prices.find(({ symbol }) => symbol === 'BTC')).toMatchObject({
      name: 'Bitcoin',
      price: '60000',
      source: 'standing',
      origin: 'simulated',
    })
    expect(prices.find(({ symbol }) => symbol === 'USDT')).toMatchObject({
      price: '1',
      source: 'fixed',
    })
  })

  it('shows one asset, with null if it has no price', async () => {
    expect(await on.visitor.call(getPrice, { params: { symbol: 'ETH' } })).toMatchObject({
      symbol: 'ETH',
      price: '2500',
    })
    expect(await on.visitor.call(getPrice, { params: { symbol: 'SOL' } })).toMatchObject({
      id: null,
      price: null,
      updatedAt: null,
    })
  })

  it('returns 404 for an unlisted symbol', async () => {
    const { status, body } = await on.visitor.send(getPrice, { params: { symbol: 'PEPE' } })
    expect([status, body.code]).toEqual([404, 'item.unknown'])
  })

  it.each([
    [{ interval: '2m' }, 'interval'],
    [{ limit: 0 }, 'limit'],
    [{ limit: 501 }, 'limit'],
    [{ limit: 1.5 }, 'limit'],
  ])('refuses candles for %j', async (query, field) => {
    const response = await on.visitor.send(listCandles, { params: { symbol: 'BTC' }, query })
    expect(response.status).toBe(400)
    expect(response.body.message).toContain(field)
  })

  it.each(['1m', '5m', '15m', '1h', '1d'])('has candles of %s', async (interval) => {
    const query = { interval, limit: 5 }
    const response = await on.visitor.call(listCandles, { params: { symbol: 'BTC' }, query })
    expect(response).toMatchObject({ symbol: 'BTC', interval, origin: 'simulated' })
    expect(response.candles.at(-1)).toMatchObject({ open: '60000', close: '60000' })
  })

  it('shows the source and age of prices', async () => {
    const status = await on.visitor.call(getPriceStatus)
    expect(status).toMatchObject({ source: 'standing', origin: 'simulated', stale: false })
    expect(status.ageMs).toBeLessThan(5_000)
  })

  it('reports that there is no price after a minute without readings', async () => {
    await silence(on)
    on.clock.advance(61_000)
    await eventually(async () => {
      expect((await on.visitor.call(getPriceStatus)).stale).toBe(true)
    })
    const btc = await on.visitor.call(getPrice, { params: { symbol: 'BTC' } })
    expect(btc).toMatchObject({ id: null, price: null })
    expect(btc.updatedAt).not.toBeNull()
  })
})
