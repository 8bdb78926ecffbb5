import type { PriceReading } from '#server/prices/price-source.ts'

/** A reading of BTC; tests override the fields they check. */
export function readingOf(given: Partial<PriceReading>): PriceReading {
  return {
    symbol: 'BTC',
    price: '100',
    atMs: 0,
    change24h: null,
    volume24h: null,
    traded: '0',
    ...given,
  }
}
