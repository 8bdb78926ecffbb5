import { useEffect, useMemo, useState } from 'react'
import { useQueryFor } from '#pwa/data/use-query-for.ts'
import { useConnection } from '#pwa/hooks/use-connection.ts'
import { usePrices } from '#pwa/hooks/use-prices.ts'
import { useSession } from '#pwa/hooks/use-session.ts'
import type { TimedTrade } from '#pwa/stores/futures.ts'
import type { PriceLine } from '#pwa/ui/charts/candles.ts'
import { type FuturesTrade, listFutures, listFuturesTicks } from '#shared/contract/futures.ts'
import type { FuturesPair } from '#shared/rules/futures.ts'
import { epochMsOf, SECOND_MS } from '#shared/time.ts'

/** Source: docs/product.md, Live updates. */
const POLL_MS = 10_000
const PRICE_POLL_MS = 2_000

/** The own futures trades, newest first, and those of them that run. */
export function useFutures(archived = false) {
  const { user } = useSession()
  const query = useQueryFor(
    listFutures,
    { query: archived ? { archived: 'true' } : {} },
    { pollMs: POLL_MS, refetchOnFocus: true, isEnabled: user !== undefined },
  )
  const { data, updatedAtMs = 0 } = query
  const running = useMemo(
    () => data?.filter(isRunning).map((trade) => timed(trade, updatedAtMs)),
    [data, updatedAtMs],
  )
  const closed = useMemo(() => data?.filter((trade) => !isRunning(trade)), [data])
  return { ...query, running, closed }
}

/** The prices recorded around the end of a trade, fetched when the user checks its result. */
export function useFuturesTicks(id: string, isEnabled: boolean) {
  return useQueryFor(listFuturesTicks, { params: { id } }, { isEnabled })
}

/** Prices while a trade is watched: live, and polled every 2 s while the socket is closed. */
export function useWatchedPrices() {
  const { live } = useConnection()
  return usePrices(live === 'open' ? undefined : PRICE_POLL_MS)
}

export function isRunning({ status }: FuturesTrade): boolean {
  return status === 'pending'
}

/**
 * Counts from what the server said is left: a wrong clock on this device changes nothing. What is
 * over stays over with each answer, however new: else it would run again until the clock's next tick.
 */
export function timed(trade: FuturesTrade, saidAtMs: number): TimedTrade {
  return { ...trade, endsAtMs: trade.remaining_ms > 0 ? saidAtMs + trade.remaining_ms : 0 }
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
  return useMemo(() => {
    const trades = running?.filter(({ symbol }) => symbol === pair) ?? []
    const lines = trades.map(
      ({ side, amount, entry_price: price }): PriceLine => ({
        price,
        label: `${side === 'long' ? '▲ Long' : '▼ Short'} ${amount}`,
        tone: 'info',
      }),
    )
    const ends = trades.map(({ expires_at }) => epochMsOf(expires_at) / SECOND_MS)
    const expiry = ends.length > 0 ? { time: Math.min(...ends), label: 'Expiry' } : undefined
    return { lines, expiry }
  }, [running, pair])
}
