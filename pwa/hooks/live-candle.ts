import type { Candle } from '#pwa/ui/charts/candles.ts'
import type { Price } from '#shared/contract/prices.ts'
import { type Decimal, parseUnits } from '#shared/money.ts'
import { CANDLE_INTERVAL_MS, type CandleInterval } from '#shared/rules/prices.ts'
import { epochMsOf, SECOND_MS } from '#shared/time.ts'

type Tick = Pick<Price, 'price' | 'updatedAt'>

/**
 * Candles that go on with the price of the moment: between two answers of the server the newest one
 * follows it, and a new one begins with its interval. What the server has recorded stays as it is.
 */
export function withLivePrice(
  candles: readonly Candle[],
  tick: Tick | undefined,
  interval: CandleInterval,
): readonly Candle[] {
  const newest = candles.at(-1)
  if (!newest || !tick?.price || !tick.updatedAt) return candles
  const step = CANDLE_INTERVAL_MS[interval] / SECOND_MS
  const time = Math.floor(epochMsOf(tick.updatedAt) / SECOND_MS / step) * step
  if (time < newest.time) return candles
  if (time > newest.time) return [...candles, begun(time, tick.price)]
  return [...candles.slice(0, -1), moved(newest, tick.price)]
}

function begun(time: number, price: Decimal): Candle {
  return { time, open: price, high: price, low: price, close: price, volume: '0' }
}

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
