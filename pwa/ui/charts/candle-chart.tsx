import type { ReactNode } from 'react'
import { lazyPart } from '#pwa/loading/lazy-view.tsx'
import { formatPrice, formatVolume } from '#shared/format.ts'
import { t } from '#shared/text/t.ts'
import { type Candle, type PriceLine, startText } from './candles.ts'
import type { ChartTableData } from './chart-table.tsx'
import { LazyChart } from './lazy-chart.tsx'

const CandleCanvas = lazyPart(async () => (await import('./candle-canvas.tsx')).CandleCanvas)

interface CandleChartProps {
  /** "BTC/USDT, 1 minute". */
  label: string
  /** In order of time; undefined while they load. */
  candles: readonly Candle[] | undefined
  /** Horizontal lines: the entry price of a running trade. */
  lines?: readonly PriceLine[]
  /** A vertical line: when a running trade expires, seconds since 1970. */
  expiry?: { time: number; label: string } | undefined
  /** Shown when there are no candles at all. */
  empty?: ReactNode
}

export function CandleChart({ label, candles, lines = [], expiry, empty }: CandleChartProps) {
  if (candles?.length === 0 && empty) return empty
  return (
    <LazyChart
      label={label}
      className="h-56 md:h-96 lg:h-[29rem]"
      table={candles && tableOf(candles)}
      summary={candles ? summaryOf(candles) : t('Loading candles')}
    >
      {candles && (
        // The library does not replace the time of a point: one axis has instants or days.
        <CandleCanvas
          key={candles[0]?.day === undefined ? 'instants' : 'days'}
          candles={candles}
          lines={lines}
          expiry={expiry}
        />
      )}
    </LazyChart>
  )
}

function summaryOf(candles: readonly Candle[]): string {
  const last = candles.at(-1)
  if (!last) return t('No candles yet')
  return `O ${formatPrice(last.open)}  H ${formatPrice(last.high)}  L ${formatPrice(last.low)}  C ${formatPrice(last.close)}`
}

function tableOf(candles: readonly Candle[]): ChartTableData<Candle> {
  return {
    head: [
      t('Time'),
      t('{price, select, open {Open} other {Open}}', { price: 'open' }),
      t('High'),
      t('Low'),
      t('{price, select, close {Close} other {Close}}', { price: 'close' }),
      t('Volume'),
    ],
    items: candles,
    cellsOf: (candle) => [
      startText(candle),
      ...[candle.open, candle.high, candle.low, candle.close].map((price) => formatPrice(price)),
      formatVolume(candle.volume),
    ],
  }
}
