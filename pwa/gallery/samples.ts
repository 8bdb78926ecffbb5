import type { Candle } from '#pwa/ui/charts/candles.ts'
import type { ChartStep } from '#pwa/ui/charts/chart-step.ts'
import type { Price } from '#shared/contract/prices.ts'
import type { Decimal } from '#shared/money.ts'

export const PRICES: readonly Price[] = [
  samplePrice('BTC', 'Bitcoin', '106055.09', '2.41'),
  samplePrice('ETH', 'Ethereum', '2451.7', '-1.3'),
  samplePrice('TRX', 'TRON', '0.27345', '0'),
  samplePrice('USDT', 'Tether', '1', '0.01'),
  samplePrice('LINK', 'A name so long that no column of any phone will ever hold it', null, null),
]

function samplePrice(
  symbol: string,
  name: string,
  price: Decimal | null,
  change24h: Decimal | null,
): Price {
  const unknown = { id: null, volume24h: null, updatedAt: null }
  return { ...unknown, symbol, name, price, change24h, source: 'sample', origin: 'simulated' }
}

export interface SampleOrder {
  id: string
  side: 'Buy' | 'Sell'
  status: string
  amount: string
  price: string | undefined
}

export const ORDERS: readonly SampleOrder[] = [
  { id: '1', side: 'Buy', status: 'pending_approval', amount: '0.05', price: '104250' },
  { id: '2', side: 'Sell', status: 'executed', amount: '1.25', price: undefined },
  { id: '3', side: 'Buy', status: 'rejected', amount: '123456789.12345678', price: '106055.09' },
]

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

/** A month in which nothing is known of two days. */
export const STEPS: readonly ChartStep[] = Array.from({ length: 30 }, (_, index) => ({
  start: `2026-01-${String(index + 1).padStart(2, '0')}`,
  parts: index === 9 || index === 10 ? null : [20 + (index % 7) * 3, index % 5, (index * 7) % 11],
}))
