import { useMemo } from 'react'
import { useOutboxStore } from '#pwa/stores/outbox.ts'
import { readDayAgo, readPortfolio, readPortfolioHistory } from '#shared/contract/portfolio.ts'
import type { Decimal } from '#shared/money.ts'
import { type PortfolioValue, valuePortfolio } from '#shared/rules/portfolio.ts'
import type { ValueRange } from '#shared/rules/portfolio-history.ts'
import { epochMsOf, SECOND_MS } from '#shared/time.ts'
import { type DayChange, dayChangeOf } from './day-change.ts'
import { leftAfterUnsent } from './unsent-spending.ts'
import { useConnection } from './use-connection.ts'
import { useOwn } from './use-own.ts'
import { usePrices } from './use-prices.ts'

/** Source: docs/product.md, Live updates. */
const POLL_MS = 10_000
/** A line moves by one step a minute at the most. */
const HISTORY_POLL_MS = 60_000
/** What was held a day ago changes as slowly as it did then. */
const DAY_AGO_POLL_MS = 60_000

/** What the signed-in user holds, and its value at the current prices. */
export function usePortfolio() {
  const query = useOwn(readPortfolio, (userId) => ({ params: { userId } }), { pollMs: POLL_MS })
  const { lastKnownOf } = usePrices()
  const { isOnline } = useConnection()
  const unsent = useOutboxStore((state) => state.entries)
  const value = query.data && valuePortfolio(query.data, lastKnownOf)
  /** Available as the server last reported it. */
  const reportedOf = (symbol: string): Decimal | undefined =>
    query.data && (query.data.find((entry) => entry.symbol === symbol)?.available ?? '0')
  /** The same, less what submissions that wait on this device will take from it. */
  const availableOf = (symbol: string): Decimal | undefined => {
    const available = reportedOf(symbol)
    return available && leftAfterUnsent({ symbol, available }, unsent, isOnline)
  }
  return { ...query, value, reportedOf, availableOf }
}

/** What the prices of the last 24 hours did to it; undefined if that is not known. */
export function useDayChange(value: PortfolioValue | undefined): DayChange | undefined {
  const { data: prices } = usePrices()
  const { data: dayAgo } = useOwn(readDayAgo, (userId) => ({ params: { userId } }), {
    pollMs: DAY_AGO_POLL_MS,
  })
  const changeOf = (symbol: string) => prices?.find((price) => price.symbol === symbol)?.change24h
  return value && dayAgo && dayChangeOf(value, dayAgo, changeOf)
}

/** What the portfolio was worth over a range; times in seconds, oldest first. */
export function useValueHistory(range: ValueRange) {
  const query = useOwn(
    readPortfolioHistory,
    (userId) => ({ params: { userId }, query: { range } }),
    { pollMs: HISTORY_POLL_MS },
  )
  const points = useMemo(
    () => query.data?.points.map(({ at, value }) => ({ time: secondsOf(at), value })),
    [query.data],
  )
  return { ...query, points }
}

function secondsOf(instant: string): number {
  return Math.floor(epochMsOf(instant) / SECOND_MS)
}
