import { useMemo } from 'react'
import type { PriceLine } from '#pwa/ui/charts/candles.ts'
import type { FuturesPair } from '#shared/rules/futures.ts'
import { epochMsOf, SECOND_MS } from '#shared/time.ts'
import { useFutures } from './use-futures.ts'

/** What the chart draws of the running trades of a pair: each entry, and the end that comes first. */
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
