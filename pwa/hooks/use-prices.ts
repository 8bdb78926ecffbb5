import { useEffect, useState } from 'react'
import { usablePrice } from '#pwa/data/price-freshness.ts'
import { serverNowMs } from '#pwa/data/server-clock.ts'
import { type QueryView, useQueryFor } from '#pwa/data/use-query-for.ts'
import { listPrices, type Price } from '#shared/contract/prices.ts'
import type { Decimal } from '#shared/money.ts'

/** Source: docs/product.md, Live updates. */
const PRICES_POLL_MS = 30_000
/** How often a price is looked at for its age, where no new one arrives. */
const AGE_CHECK_MS = 5_000

export interface Prices extends QueryView<readonly Price[]> {
  /** The price of a symbol, or undefined where none is younger than 60 s. */
  readonly priceOf: (symbol: string) => Decimal | undefined
}

/** The price list: live over the socket, polled behind it, kept for a start without a network. */
export function usePrices(pollMs = PRICES_POLL_MS): Prices {
  const query = useQueryFor(listPrices, {}, { pollMs })
  const [nowMs, setNowMs] = useState(serverNowMs)
  useEffect(() => {
    const timer = setInterval(() => setNowMs(serverNowMs()), AGE_CHECK_MS)
    return () => clearInterval(timer)
  }, [])
  return { ...query, priceOf: (symbol) => usablePrice(query.data, symbol, nowMs) }
}
