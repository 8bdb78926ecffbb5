import { describe, expect, it } from 'vitest'
import { createCoinbaseSource } from '#server/prices/sources/coinbase.ts'
import { listen, type Market, openMarket } from '#tests/prices/market.ts'
import { eventually } from '#tests/support/wait.ts'

const TIME = '2022-10-19T23:28:22.061769Z'

function ticker(given: object = {}) {
  return {
    type: 'ticker',
    sequence: 37_475_248_783,
    product_id: 'ETH-USDT',
    price: '1285.22',
    open_24h: '1310.79',
    volume_24h: '245532.79269678',
    low_24h: '1280.52',
    high_24h: '1313.8',
    volume_30d: '9788783.60117027',
    best_bid: '1285.04',
    best_bid_size: '0.46688654',
    best_ask: '1285.27',
    best_ask_size: '1.56637040',
    side: 'buy',
    time: TIME,
    trade_id: 370_843_401,
    last_size: '11.4396987',
    ...given,
  }
}

function answerProducts(market: Market): void {
  market.respond('/products', () => [
    { id: 'BTC-USDT', base_currency: 'BTC', quote_currency: 'USDT', status: 'online' },
    { id: 'ETH-USDT', status: 'online', trading_disabled: false },
    { id: 'LTC-USDT', status: 'delisted' },
    { id: 'ADA-USDT', status: 'online', trading_disabled: true },
    { id: 'BTC-USD', status: 'online' },
  ])
}

describe('Coinbase', () => {
  it('subscribes to the tickers of products traded against USDT', async () => {
    const market = await openMarket()
    answerProducts(market)
    market.stream(() => {
      market.say({ type: 'subscriptions', channels: [] })
      market.say(ticker())
    })
    const readings = listen(createCoinbaseSource(market.options))
    await eventually(() => expect(readings.length).toBeGreaterThanOrEqual(1))
    await eventually(() => expect(market.heard).toHaveLength(1))
    expect(JSON.parse(market.heard[0] ?? '')).toEqual({
      type: 'subscribe',
      product_ids: ['BTC-USDT', 'ETH-USDT'],
      channels: ['ticker', 'heartbeat'],
    })
    expect(readings[0]).toEqual({
      symbol: 'ETH',
      price: '1285.22',
      atMs: Date.parse(TIME),
      change24h: '-1.95',
      volume24h: '315563655.82975559',
      traded: '11.4396987',
    })
  })

  it('inverts the rate of USDT in USDC', async () => {
    const market = await openMarket()
    market.respond('/products', () => [{ id: 'USDT-USDC', status: 'online' }])
    market.stream(() => market.say(ticker({ product_id: 'USDT-USDC', price: '1.0204' })))
    const readings = listen(createCoinbaseSource(market.options))
    await eventually(() => expect(readings).toHaveLength(1))
    expect(readings[0]).toMatchObject({ symbol: 'USDC', price: '0.98000784', change24h: null })
  })

  it('reports errors sent by the feed', async () => {
    const market = await openMarket()
    answerProducts(market)
    market.stream(() => {
      market.say({ type: 'error', message: 'Failed to subscribe', reason: 'not a valid product' })
      market.say(ticker({ price: undefined }))
    })
    listen(createCoinbaseSource(market.options))
    await eventually(() =>
      expect(market.faults).toContain('Failed to subscribe: not a valid product'),
    )
  })

  it('polls each product over REST while the stream is down', async () => {
    const market = await openMarket()
    answerProducts(market)
    const response = { trade_id: 86326522, price: '6268.48', size: '0.00698254', time: TIME }
    market.respond('/products/BTC-USDT/ticker', () => ({ ...response, volume: '100' }))
    market.respond('/products/ETH-USDT/ticker', () => ({ ...response, price: '1200' }))
    const readings = listen(createCoinbaseSource(market.options))
    await eventually(() => expect(readings.length).toBeGreaterThanOrEqual(2))
    expect(readings.slice(0, 2)).toMatchObject([
      { symbol: 'BTC', price: '6268.48', volume24h: '626848', change24h: null },
      { symbol: 'ETH', price: '1200', volume24h: null },
    ])
  })

  it('retries until the list of products can be read', async () => {
    const market = await openMarket()
    market.stream(() => market.say(ticker()))
    const readings = listen(createCoinbaseSource(market.options))
    await eventually(() => expect(market.faults).toContain('status 404'))
    answerProducts(market)
    await eventually(() => expect(readings.length).toBeGreaterThanOrEqual(1))
  })

  it('reads candles, oldest first', async () => {
    const market = await openMarket()
    market.respond('/products/BTC-USDT/candles', ({ granularity }) => {
      expect(granularity).toBe('60')
      return [
        [1_415_398_828, 0.4, 0.5, 0.42, 0.45, 20.5],
        [1_415_398_768, 0.32, 4.2, 0.35, 4.2, 12.3],
      ]
    })
    const source = createCoinbaseSource(market.options)
    const toMs = 1_415_398_828_000
    const request = { symbol: 'BTC', interval: '1m', fromMs: toMs - 60_000, toMs } as const
    const [first, second] = await source.history(request)
    expect(first).toEqual({
      openTime: '2014-11-07T22:19:28.000Z',
      open: '0.35',
      high: '4.2',
      low: '0.32',
      close: '4.2',
      volume: '12.3',
    })
    expect(second?.close).toBe('0.45')
  })
})
