import { describe, expect, test } from 'vitest'
import { type KnownPrice, valuePortfolio } from '#shared/rules/portfolio.ts'

const PRICES: Readonly<Record<string, KnownPrice>> = {
  USDT: { price: '1' },
  BTC: { price: '20000.5' },
  ETH: { price: '1500' },
  XRP: { price: '2', staleSince: '2026-01-31T09:30:00.000Z' },
  LTC: { price: '80', staleSince: '2026-01-31T09:31:00.000Z' },
}
const priceOf = (symbol: string) => PRICES[symbol]

describe('the value of a portfolio', () => {
  test('is available plus frozen times price, most valuable first', () => {
    const value = valuePortfolio(
      [
        { symbol: 'USDT', available: '900', frozen: '100' },
        { symbol: 'BTC', available: '0.1', frozen: '0.05' },
      ],
      priceOf,
    )
    expect(value.total).toBe('4000.075')
    expect(value.holdings.map(({ symbol, value }) => [symbol, value])).toEqual([
      ['BTC', '3000.075'],
      ['USDT', '1000'],
    ])
    expect(value.unpriced).toEqual([])
    expect(value.asOf).toBeUndefined()
  })

  test('with an outdated price is as of the time of that price, and includes every asset', () => {
    const value = valuePortfolio(
      ['USDT', 'LTC', 'XRP', 'BTC'].map((symbol) => ({ symbol, available: '1', frozen: '0' })),
      priceOf,
    )
    expect(value.total).toBe('20083.5')
    expect(value.asOf).toBe('2026-01-31T09:30:00.000Z')
    expect(value.stale).toEqual(['LTC', 'XRP'])
    expect(value.unpriced).toEqual([])
  })

  test('ignores the age of prices of assets that are not held', () => {
    const value = valuePortfolio([{ symbol: 'XRP', available: '0', frozen: '0' }], priceOf)
    expect(value.asOf).toBeUndefined()
  })

  test('lists assets without a price instead of counting them as zero', () => {
    const value = valuePortfolio(
      [
        { symbol: 'USDT', available: '50', frozen: '0' },
        { symbol: 'TRX', available: '100', frozen: '0' },
        { symbol: 'SOL', available: '0', frozen: '0' },
      ],
      priceOf,
    )
    expect(value.total).toBe('50')
    expect(value.unpriced).toEqual(['TRX'])
    expect(value.holdings.at(-1)).toMatchObject({ value: undefined, percent: '0' })
  })

  test('has shares in percent, rounded down', () => {
    const value = valuePortfolio(
      [
        { symbol: 'USDT', available: '1', frozen: '0' },
        { symbol: 'ETH', available: '0.00133333', frozen: '0' },
      ],
      priceOf,
    )
    expect(value.holdings.map(({ percent }) => percent)).toEqual(['66.66661111', '33.33338888'])
  })

  test('is zero without balances', () => {
    expect(valuePortfolio([], priceOf)).toEqual({
      total: '0',
      asOf: undefined,
      stale: [],
      unpriced: [],
      holdings: [],
    })
  })
})
