import { expect, it } from 'vitest'
import { mergeCandles } from '#server/prices/candles.ts'
import type { Candle } from '#shared/contract/prices.ts'
import { instantOf, MINUTE_MS } from '#shared/time.ts'

function candle(
  minute: number,
  [open, high, low, close]: [string, string, string, string],
): Candle {
  return { openTime: instantOf(minute * MINUTE_MS), open, high, low, close, volume: String(minute) }
}

it('merges history with recorded candles, oldest first, and keeps the recorded close', () => {
  const history = [candle(1, ['1', '2', '1', '2']), candle(2, ['2', '9', '2', '3'])]
  const recorded = [candle(4, ['6', '6', '6', '6']), candle(2, ['4', '10.5', '1', '5'])]
  expect(mergeCandles(history, recorded)).toEqual([
    candle(1, ['1', '2', '1', '2']),
    candle(2, ['2', '10.5', '1', '5']),
    candle(4, ['6', '6', '6', '6']),
  ])
})
