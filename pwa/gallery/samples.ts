import type { Candle } from '#pwa/ui/charts/candles.ts'
import type { ChartStep } from '#pwa/ui/charts/step-canvas.tsx'

export const ORDERS = [
  { id: '1', side: 'Buy', status: 'pending_approval', amount: '0.05', price: '104250' },
  { id: '2', side: 'Sell', status: 'executed', amount: '1.25', price: undefined },
  { id: '3', side: 'Buy', status: 'rejected', amount: '123456789.12345678', price: '106055.09' },
] as const

const START_S = 1_767_225_600

/** A smooth wave with a ripple: enough of a market to judge a chart by. */
export const CANDLES: readonly Candle[] = Array.from({ length: 140 }, (_, index) => {
  const open = waveAt(index)
  const close = waveAt(index + 1)
  const reach = 40 + 60 * Math.abs(Math.sin(index * 1.7))
  return {
    time: START_S + index * 60,
    open: open.toFixed(2),
    close: close.toFixed(2),
    high: (Math.max(open, close) + reach).toFixed(2),
    low: (Math.min(open, close) - reach).toFixed(2),
    volume: (4 + 3 * Math.abs(Math.sin(index * 0.9))).toFixed(4),
  }
})

function waveAt(index: number): number {
  return 104_000 + 1_800 * Math.sin(index / 22) + 220 * Math.sin(index * 1.3)
}

/** A month with two days whose values are not known. */
export const STEPS: readonly ChartStep[] = Array.from({ length: 30 }, (_, index) => ({
  start: `2026-01-${String(index + 1).padStart(2, '0')}`,
  parts: index === 9 || index === 10 ? null : [20 + (index % 7) * 3, index % 5, (index * 7) % 11],
}))

export const SLICES = [
  { label: 'BTC', percent: 54.2 },
  { label: 'USDT', percent: 28.6 },
  { label: 'ETH', percent: 12.1 },
  { label: 'TRX', percent: 5.1 },
]
