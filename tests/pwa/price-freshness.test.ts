import { expect, it } from 'vitest'
import { lastKnownPrice, usablePrice } from '#pwa/data/price-freshness.ts'
import type { Price } from '#shared/contract/prices.ts'

const NOW_MS = Date.parse('2026-01-01T12:00:00.000Z')

const rows = (secondsAgo: number, price: string | null = '42000'): Price[] => [
  {
    id: '1',
    symbol: 'BTC',
    name: 'Bitcoin',
    price,
    change24h: null,
    volume24h: null,
    updatedAt: new Date(NOW_MS - secondsAgo * 1000).toISOString(),
    source: 'simulated',
    origin: 'simulated',
  },
]

it('a price can be used for sixty seconds and no longer', () => {
  expect(usablePrice(rows(60), 'BTC', NOW_MS)).toBe('42000')
  expect(usablePrice(rows(61), 'BTC', NOW_MS)).toBeUndefined()
})

it('there is no price for an asset that is not listed, priced or loaded', () => {
  expect(usablePrice(rows(1), 'ETH', NOW_MS)).toBeUndefined()
  expect(usablePrice(rows(1, null), 'BTC', NOW_MS)).toBeUndefined()
  expect(usablePrice(undefined, 'BTC', NOW_MS)).toBeUndefined()
})

it('USDT is always 1, and a fixed rate does not age', () => {
  expect(usablePrice(undefined, 'USDT', NOW_MS)).toBe('1')
  const quoted = rows(61, '0.98').map((row) => ({ ...row, symbol: 'USDC' }))
  expect(usablePrice(quoted, 'USDC', NOW_MS)).toBeUndefined()
  const fixed = quoted.map((row) => ({ ...row, price: '1', source: 'fixed' }))
  expect(usablePrice(fixed, 'USDC', NOW_MS)).toBe('1')
})

it('a sum uses the last price with its time, stored or sent by the server', () => {
  const staleSince = new Date(NOW_MS - 61_000).toISOString()
  expect(lastKnownPrice(rows(60), 'BTC', NOW_MS)).toEqual({ price: '42000' })
  expect(lastKnownPrice(rows(61), 'BTC', NOW_MS)).toEqual({ price: '42000', staleSince })
  const told = rows(61, null).map((row) => ({ ...row, lastPrice: '41000' }))
  expect(lastKnownPrice(told, 'BTC', NOW_MS)).toEqual({ price: '41000', staleSince })
  expect(lastKnownPrice(rows(61, null), 'BTC', NOW_MS)).toBeUndefined()
})
