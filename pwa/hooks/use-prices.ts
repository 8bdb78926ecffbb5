import { lastKnownPrice, usablePrice } from '#pwa/data/price-freshness.ts'
import { type QueryView, useQueryFor } from '#pwa/data/use-query-for.ts'
import { listPrices, type Price } from '#shared/contract/prices.ts'
import type { Decimal } from '#shared/money.ts'
import type { KnownPrice } from '#shared/rules/portfolio.ts'
import { useServerNow } from './use-server-now.ts'

/** Source: docs/product.md, Live updates. */
const PRICES_POLL_MS = 30_000
/** How often the age of a price is checked while no new one arrives. */
const AGE_CHECK_MS = 5_000

export interface Prices extends QueryView<readonly Price[]> {
  /** The price of a symbol, or undefined if none is younger than 60 s. */
  readonly priceOf: (symbol: string) => Decimal | undefined
  /** For sums: the last price of a symbol, however old. */
  readonly lastKnownOf: (symbol: string) => KnownPrice | undefined
}

/** The price list: pushed over the socket, polled as well, kept for a start without a network. */
export function usePrices(pollMs = PRICES_POLL_MS): Prices {
  const query = useQueryFor(listPrices, {}, { pollMs })
  const nowMs = useServerNow(AGE_CHECK_MS)
  return {
    ...query,
    priceOf: (symbol) => usablePrice(query.data, symbol, nowMs),
    lastKnownOf: (symbol) => lastKnownPrice(query.data, symbol, nowMs),
  }
}
