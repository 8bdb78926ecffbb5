import { describe, expect, test } from 'vitest'
import { ASSETS, assetOf } from '#shared/assets.ts'
import { summariseMarket } from '#shared/rules/market.ts'
import type { KnownPrice } from '#shared/rules/portfolio.ts'

const PRICES: Readonly<Record<string, KnownPrice>> = {
  BTC: { price: '20000' },
  ETH: { price: '1000' },
}
const priceOf = (symbol: string) => PRICES[symbol]
const rows = [
  { symbol: 'BTC', volume24h: '1000000' },
  { symbol: 'ETH', volume24h: '500000' },
  { symbol: 'SOL', volume24h: '700000' },
  { symbol: 'TRX', volume24h: null },
]

describe('the market summary', () => {
  test('sums price times circulating supply over the assets that have a price', () => {
    const cap = assetOf('BTC').circulatingSupply * 20_000 + assetOf('ETH').circulatingSupply * 1000
    expect(summariseMarket(rows, priceOf).marketCap).toBe(String(cap))
  })

  test('gives the share of BTC in percent', () => {
    const dominance = summariseMarket(rows, (symbol) =>
      symbol === 'BTC' ? { price: '20000' } : undefined,
    )
    expect(dominance.btcDominance).toBe('100')
  })

  test('leaves out the volume of an asset without a price', () => {
    expect(summariseMarket(rows, priceOf).volume24h).toBe('1500000')
  })

  test('includes an outdated price, says since when, and gives no volume', () => {
    const staleSince = '2026-01-31T09:30:00.000Z'
    const stale = (symbol: string) =>
      symbol === 'ETH' ? { price: '1000', staleSince } : priceOf(symbol)
    const { marketCap, volume24h, asOf } = summariseMarket(rows, stale)
    expect(marketCap).toBe(summariseMarket(rows, priceOf).marketCap)
    expect(volume24h).toBeUndefined()
    expect(asOf).toBe(staleSince)
  })

  test('has no values without prices', () => {
    expect(summariseMarket(rows, () => undefined)).toEqual({
      assets: ASSETS.length,
      marketCap: undefined,
      volume24h: undefined,
      btcDominance: undefined,
      asOf: undefined,
    })
  })
})
