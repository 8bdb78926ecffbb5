import type { Time, UTCTimestamp } from 'lightweight-charts'
import type { Candle } from './candles.ts'
import type { ChartColours } from './chart-colours.ts'

/** A candle as the chart library takes it. */
export function bodyOf(candle: Candle) {
  return {
    time: timeOf(candle),
    open: Number(candle.open),
    high: Number(candle.high),
    low: Number(candle.low),
    close: Number(candle.close),
  }
}

/** The bar of its volume, below the candles. */
export function volumeOf(candle: Candle, colours: Pick<ChartColours, 'upFaint' | 'downFaint'>) {
  return {
    time: timeOf(candle),
    value: Number(candle.volume),
    color: Number(candle.close) >= Number(candle.open) ? colours.upFaint : colours.downFaint,
  }
}

/** A daily candle has the same day in every time zone; others start at an instant. */
function timeOf({ day, time }: Candle): Time {
  return day ?? (time as UTCTimestamp)
}
