import { useEffect, useEffectEvent, useMemo } from 'react'
import { useQueryFor } from '#pwa/data/use-query-for.ts'
import type { Candle } from '#pwa/ui/charts/candles.ts'
import { listCandles, type Price } from '#shared/contract/prices.ts'
import { type Decimal, parseUnits } from '#shared/money.ts'
import {
  CANDLE_INTERVAL_MS,
  CANDLES_PER_RESPONSE_DEFAULT,
  type CandleInterval,
} from '#shared/rules/prices.ts'
import { DAY_MS, epochMsOf, instantOf, SECOND_MS } from '#shared/time.ts'
import { usePrices } from './use-prices.ts'

const POLL_MS = 10_000

/** A day in steps of 15 minutes: as many points as a sparkline can show. */
const TREND_CANDLES = 96
const TREND_POLL_MS = 60_000

/** Candles as the chart draws them: times in seconds, oldest first, up to the live price. */
export function useCandles(symbol: string, interval: CandleInterval) {
  const query = useQueryFor(
    listCandles,
    { params: { symbol }, query: { interval, limit: CANDLES_PER_RESPONSE_DEFAULT } },
    { pollMs: POLL_MS, isKept: false },
  )
  const { data: prices } = usePrices()
  const tick = prices?.find((price) => price.symbol === symbol)
  const recorded = useMemo(
    () =>
      query.data?.candles.map(({ openTime, ...figures }) =>
        startingAt(epochMsOf(openTime), interval, figures),
      ),
    [query.data, interval],
  )
  const candles = useMemo(
    () => recorded && withLivePrice(recorded, tick, interval),
    [recorded, tick, interval],
  )
  // Once a new interval has begun, the previous one is final, and the server has all of it.
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

type Tick = Pick<Price, 'price' | 'updatedAt'>

/**
 * Candles extended by the live price: between two responses of the server the newest candle follows
 * it, and each interval begins a new one. Earlier candles do not change.
 */
export function withLivePrice(
  candles: readonly Candle[],
  tick: Tick | undefined,
  interval: CandleInterval,
): readonly Candle[] {
  const newest = candles.at(-1)
  if (!newest || !tick?.price || !tick.updatedAt) return candles
  const { price } = tick
  const stepMs = CANDLE_INTERVAL_MS[interval]
  const startMs = Math.floor(epochMsOf(tick.updatedAt) / stepMs) * stepMs
  const time = startMs / SECOND_MS
  if (time < newest.time) return candles
  if (time === newest.time) return [...candles.slice(0, -1), moved(newest, price)]
  const figures = { open: price, high: price, low: price, close: price, volume: '0' }
  return [...candles, startingAt(startMs, interval, figures)]
}

/** A candle of an interval with its times as the chart needs them. */
export function startingAt(
  startMs: number,
  interval: CandleInterval,
  figures: Omit<Candle, 'time' | 'day'>,
): Candle {
  const isDaily = CANDLE_INTERVAL_MS[interval] >= DAY_MS
  return {
    ...figures,
    time: startMs / SECOND_MS,
    ...(isDaily ? { day: instantOf(startMs).slice(0, DATE_LENGTH) } : {}),
  }
}

const DATE_LENGTH = 'YYYY-MM-DD'.length

function moved(candle: Candle, price: Decimal): Candle {
  const isAbove = parseUnits(price) > parseUnits(candle.high)
  const isBelow = parseUnits(price) < parseUnits(candle.low)
  return {
    ...candle,
    high: isAbove ? price : candle.high,
    low: isBelow ? price : candle.low,
    close: price,
  }
}
