import { describe, expect, it } from 'vitest'
import { createBinanceSource } from '#server/prices/sources/binance.ts'
import { listen, type Market, openMarket } from '#tests/prices/market.ts'
import { eventually } from '#tests/support/wait.ts'

const AT_MS = 1_672_515_782_136

function ticker(given: object = {}) {
  const data = {
    e: '24hrMiniTicker',
    E: AT_MS,
    s: 'BTCUSDT',
    c: '16550.10000000',
    o: '16500.00000000',
    h: '16600.00000000',
    l: '16400.00000000',
    v: '10000.00000000',
    q: '165501000.00000000',
    ...given,
  }
  return { stream: 'btcusdt@miniTicker', data }
}

function kline(openMs: number, volume: string) {
  const k = { t: openMs, T: openMs + 59_999, s: 'BTCUSDT', i: '1m', c: '16550.1', v: volume }
  return { stream: 'btcusdt@kline_1m', data: { e: 'kline', E: AT_MS, s: 'BTCUSDT', k } }
}

/** REST responses as documented, for a market that trades BTC and ETH against USDT. */
function answerOverRest(market: Market): void {
  market.respond('/api/v3/ticker/price', () => [
    { symbol: 'BTCUSDT', price: '16550.10000000' },
    { symbol: 'ETHUSDT', price: '1200.00000000' },
    { symbol: 'ETHBTC', price: '0.07000000' },
  ])
  market.respond('/api/v3/ticker/24hr', ({ symbols = '[]' }) =>
    (JSON.parse(symbols) as string[]).map((symbol) => ({
      symbol,
      openPrice: '1000.00000000',
      highPrice: '1300.00000000',
      lowPrice: '900.00000000',
      lastPrice: '1200.50000000',
      volume: '5000.00000000',
      quoteVolume: '6000000.00000000',
      openTime: AT_MS - 86_400_000,
      closeTime: AT_MS,
      firstId: 1,
      lastId: 2,
      count: 2,
    })),
  )
}

describe('Binance', () => {
  it('reads prices from mini tickers and traded volume from klines, on one combined stream', async () => {
    const market = await openMarket()
    market.stream(() => {
      market.say(ticker())
      market.say(kline(AT_MS, '2.00000000'))
      market.say(kline(AT_MS, '2.50000000'))
      market.say(ticker({ E: AT_MS + 1_000 }))
      market.say(kline(AT_MS + 60_000, '0.25000000'))
      market.say(ticker({ E: AT_MS + 2_000 }))
    })
    const readings = listen(createBinanceSource(market.options))
    await eventually(() => expect(readings.length).toBeGreaterThanOrEqual(3))
    expect(readings[0]).toEqual({
      symbol: 'BTC',
      price: '16550.10000000',
      atMs: AT_MS,
      change24h: '0.3',
      volume24h: '165501000',
      traded: '0',
    })
    expect(readings.map(({ traded }) => traded).slice(0, 3)).toEqual(['0', '2.5', '0.25'])
    expect(market.opened[0]).toContain('/stream?streams=btcusdt@miniTicker/btcusdt@kline_1m/')
    expect(market.opened[0]).toContain('usdcusdt@miniTicker')
    expect(market.opened[0]).not.toContain('/usdtusdt')
  })

  it('skips and reports a malformed message, then continues to read', async () => {
    const market = await openMarket()
    market.stream((subscriber) => {
      market.say({ result: null, id: 1 })
      subscriber.send('{"stream":')
      market.say(ticker({ c: 16_550.1, E: 'soon' }))
      market.say({ data: { e: 'serverShutdown', E: AT_MS } })
      market.say(ticker())
    })
    const readings = listen(createBinanceSource(market.options))
    await eventually(() => expect(readings.some(({ atMs }) => atMs === AT_MS)).toBe(true))
    expect(market.faults.length).toBeGreaterThanOrEqual(2)
  })

  it('polls over REST while the stream is down, for the pairs that the market has', async () => {
    const market = await openMarket()
    answerOverRest(market)
    const readings = listen(createBinanceSource(market.options))
    await eventually(() => expect(readings.length).toBeGreaterThanOrEqual(2))
    expect(readings[1]).toEqual({
      symbol: 'ETH',
      price: '1200.50000000',
      atMs: AT_MS,
      change24h: '20.05',
      volume24h: '6000000',
      traded: '0',
    })
    const asked = market.asked.find((url) => url.startsWith('/api/v3/ticker/24hr'))
    expect(decodeURIComponent(asked ?? '')).toContain('symbols=["BTCUSDT","ETHUSDT"]&type=MINI')
  })

  it('reconnects after a disconnect, and does not poll while the stream works', async () => {
    const market = await openMarket()
    market.stream(() => market.say(ticker()))
    const readings = listen(createBinanceSource(market.options))
    await eventually(() => expect(readings.length).toBe(1))
    market.hangUp()
    await eventually(() => expect(market.opened.length).toBe(2))
    await eventually(() => expect(readings.length).toBe(2))
    const asked = market.asked.length
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(market.asked.length).toBeLessThanOrEqual(asked + 1)
    expect(market.faults.some((fault) => fault.startsWith('stream closed'))).toBe(true)
  })

  it('reconnects when the stream goes silent', async () => {
    const market = await openMarket()
    market.stream(() => market.say(ticker()))
    listen(createBinanceSource(market.options))
    await eventually(() => expect(market.opened.length).toBeGreaterThanOrEqual(2))
    expect(market.faults).toContain('stream went silent')
  })

  it('reads historical candles', async () => {
    const market = await openMarket()
    market.respond('/api/v3/klines', ({ symbol, interval, startTime }) => {
      expect([symbol, interval, startTime]).toEqual(['BTCUSDT', '1m', '1499040000000'])
      const rest = [1499040059999, '2434.19', 308, '1756.87', '28.46', '0']
      return [
        [1499040000000, '0.01634790', '0.80000000', '0.01575800', '0.01577100', '148.97', ...rest],
      ]
    })
    const source = createBinanceSource(market.options)
    const request = { interval: '1m', fromMs: 1_499_040_000_000, toMs: 1_499_040_060_000 } as const
    expect(await source.history({ symbol: 'BTC', ...request })).toEqual([
      {
        openTime: '2017-07-03T00:00:00.000Z',
        open: '0.0163479',
        high: '0.8',
        low: '0.015758',
        close: '0.015771',
        volume: '148.97',
      },
    ])
    expect(await source.history({ symbol: 'USDT', ...request })).toEqual([])
  })
})
