import { useMemo } from 'react'
import { useQueryFor } from '#pwa/data/use-query-for.ts'
import { listCandles } from '#shared/contract/prices.ts'
import { CANDLES_PER_ANSWER_DEFAULT, type CandleInterval } from '#shared/rules/prices.ts'
import { epochMsOf, SECOND_MS } from '#shared/time.ts'

const POLL_MS = 10_000

/** Candles as the chart draws them: times in seconds, oldest first. */
export function useCandles(symbol: string, interval: CandleInterval) {
  const query = useQueryFor(
    listCandles,
    { params: { symbol }, query: { interval, limit: CANDLES_PER_ANSWER_DEFAULT } },
    { pollMs: POLL_MS, isKept: false },
  )
  const candles = useMemo(
    () =>
      query.data?.candles.map(({ openTime, ...candle }) => ({
        ...candle,
        time: epochMsOf(openTime) / SECOND_MS,
      })),
    [query.data],
  )
  return { ...query, candles }
}
