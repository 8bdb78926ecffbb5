import { useEffect, useEffectEvent, useMemo } from 'react'
import { useQueryFor } from '#pwa/data/use-query-for.ts'
import { listCandles } from '#shared/contract/prices.ts'
import { CANDLES_PER_ANSWER_DEFAULT, type CandleInterval } from '#shared/rules/prices.ts'
import { epochMsOf, SECOND_MS } from '#shared/time.ts'
import { withLivePrice } from './live-candle.ts'
import { usePrices } from './use-prices.ts'

const POLL_MS = 10_000

/** A day in steps of 15 minutes: as many points as a sparkline can show. */
const TREND_CANDLES = 96
const TREND_POLL_MS = 60_000

/** Candles as the chart draws them: times in seconds, oldest first, up to the live price. */
export function useCandles(symbol: string, interval: CandleInterval) {
  const query = useQueryFor(
    listCandles,
    { params: { symbol }, query: { interval, limit: CANDLES_PER_ANSWER_DEFAULT } },
    { pollMs: POLL_MS, isKept: false },
  )
  const { data: prices } = usePrices()
  const tick = prices?.find((price) => price.symbol === symbol)
  const recorded = useMemo(
    () =>
      query.data?.candles.map(({ openTime, ...candle }) => ({
        ...candle,
        time: epochMsOf(openTime) / SECOND_MS,
      })),
    [query.data],
  )
  const candles = useMemo(
    () => recorded && withLivePrice(recorded, tick, interval),
    [recorded, tick, interval],
  )
  // With a new interval the one before it is settled, and the server has all of it.
  const isAhead = candles?.at(-1)?.time !== recorded?.at(-1)?.time
  const catchUp = useEffectEvent(query.refetch)
  useEffect(() => {
    if (isAhead) catchUp()
  }, [isAhead])
  return { ...query, candles }
}

/** Closing prices of the last 24 hours, for a line without numbers; empty until they are there. */
export function useTrend(symbol: string): readonly number[] {
  const { data } = useQueryFor(
    listCandles,
    { params: { symbol }, query: { interval: '15m', limit: TREND_CANDLES } },
    { pollMs: TREND_POLL_MS, isKept: false },
  )
  return useMemo(() => data?.candles.map(({ close }) => Number(close)) ?? [], [data])
}
