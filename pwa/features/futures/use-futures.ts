import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { useQueryFor } from '#pwa/data/use-query-for.ts'
import { useConnection } from '#pwa/hooks/use-connection.ts'
import { useOwnPages } from '#pwa/hooks/use-own.ts'
import { usePrices } from '#pwa/hooks/use-prices.ts'
import { useSession } from '#pwa/hooks/use-session.ts'
import type { TimedTrade } from '#pwa/stores/futures.ts'
import { useHiddenBalances } from '#pwa/stores/hidden-balances.ts'
import type { PriceLine } from '#pwa/ui/charts/candles.ts'
import {
  type FuturesTrade,
  getFuturesTerms,
  listFutures,
  listFuturesTicks,
} from '#shared/contract/futures.ts'
import { formatLimit } from '#shared/format.ts'
import type { FuturesPair } from '#shared/rules/futures.ts'
import { t } from '#shared/text/t.ts'
import { epochMsOf, SECOND_MS } from '#shared/time.ts'

/** Source: docs/product.md, Live updates. */
const POLL_MS = 10_000
const PRICE_POLL_MS = 2_000
/** An entry is pushed; without the socket it is looked for this often. */
const OPENING_POLL_MS = 1_000
const TERMS_POLL_MS = 5_000

/** Large enough for all running trades: a trade takes at most ten minutes. */
const PAGE = 200

/** The own futures trades, newest first, and those of them that run. */
export function useFutures(archived = false) {
  const query = useOwnPages(
    listFutures,
    () => ({ query: { limit: PAGE, ...(archived ? { archived: 'true' as const } : {}) } }),
    { pollMs: POLL_MS, refetchOnFocus: true },
  )
  const { data, updatedAtMs = 0, refetch } = query
  const isOpening = data?.some(({ status }) => status === 'opening') ?? false
  const lookAgain = useEffectEvent(refetch)
  useEffect(() => {
    if (!isOpening) return
    const timer = setInterval(() => lookAgain(), OPENING_POLL_MS)
    return () => clearInterval(timer)
  }, [isOpening])
  const running = useMemo(
    () => data?.filter(isRunning).map((trade) => timedInList(trade, updatedAtMs)),
    [data, updatedAtMs],
  )
  const closed = useMemo(() => data?.filter((trade) => !isRunning(trade)), [data])
  return { ...query, running, closed }
}

/** The prices recorded around the end of a trade, fetched when the user checks its result. */
export function useFuturesTicks(id: string, isEnabled: boolean) {
  return useQueryFor(listFuturesTicks, { params: { id } }, { isEnabled })
}

/** Whether futures are offered, and what the limits still allow. */
export function useFuturesTerms(symbol: FuturesPair) {
  const { user } = useSession()
  const options = { pollMs: TERMS_POLL_MS, isEnabled: user !== undefined }
  return useQueryFor(getFuturesTerms, { query: { symbol } }, options)
}

/** Prices while a trade is watched: live, and polled every 2 s while the socket is closed. */
export function useWatchedPrices() {
  const { live } = useConnection()
  return usePrices(live === 'open' ? undefined : PRICE_POLL_MS)
}

export function isRunning({ status }: FuturesTrade): boolean {
  return status === 'opening' || status === 'pending'
}

/**
 * Counts from the remaining time in the server's response, so a wrong clock on this device does not
 * matter. A trade that has ended stays ended with each new response; otherwise it would run again
 * until the next tick of the clock.
 */
export function timed(trade: FuturesTrade, saidAtMs: number): TimedTrade {
  return { ...trade, endsAtMs: trade.remaining_ms > 0 ? saidAtMs + trade.remaining_ms : 0 }
}

/** When the response with each row arrived. A row is the same object until its page is read again. */
const arrivals = new WeakMap<FuturesTrade, number>()

/** The time of a list is that of the page that arrived last: for a row, the first one counts. */
export function timedInList(trade: FuturesTrade, listUpdatedAtMs: number): TimedTrade {
  const saidAtMs = arrivals.get(trade) ?? listUpdatedAtMs
  arrivals.set(trade, saidAtMs)
  return timed(trade, saidAtMs)
}

export function useNowMs(everyMs: number): number {
  const [nowMs, setNowMs] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return nowMs
}

export function useTradeMarks(pair: FuturesPair) {
  const { running } = useFutures()
  const isHidden = useHiddenBalances((state) => state.isHidden)
  const [long, short, expiryLabel] = [`▲ ${t('Long')}`, `▼ ${t('Short')}`, t('Expiry')]
  return useMemo(() => {
    const trades = running?.filter(({ symbol }) => symbol === pair) ?? []
    const lines = trades.flatMap(({ side, amount, entry_price: price }): PriceLine[] => {
      const name = side === 'long' ? long : short
      const label = isHidden ? name : `${name} ${formatLimit(amount)}`
      return price === null ? [] : [{ price, label, tone: 'info' }]
    })
    const ends = trades.flatMap(({ expires_at }) =>
      expires_at === null ? [] : [epochMsOf(expires_at) / SECOND_MS],
    )
    const expiry = ends.length > 0 ? { time: Math.min(...ends), label: expiryLabel } : undefined
    return { lines, expiry }
  }, [running, pair, long, short, expiryLabel, isHidden])
}
