import { lazy, type ReactNode, Suspense, useId } from 'react'
import { Skeleton } from '#pwa/ui/skeleton.tsx'
import { formatPrice } from '#shared/format.ts'
import type { Candle, PriceLine } from './candles.ts'

const CandleCanvas = lazy(async () => ({
  default: (await import('./candle-canvas.tsx')).CandleCanvas,
}))

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
  const summaryId = useId()
  if (candles?.length === 0 && empty) return empty
  return (
    <figure aria-label={label} aria-describedby={summaryId} className="min-w-0">
      <div className="h-56 md:h-96 lg:h-[29rem]">
        {candles ? (
          <Suspense fallback={<Skeleton className="size-full" />}>
            <CandleCanvas candles={candles} lines={lines} expiry={expiry} />
          </Suspense>
        ) : (
          <Skeleton className="size-full" />
        )}
      </div>
      <figcaption className="flex justify-between gap-x-4 pt-1 text-fg-3 text-xs max-md:flex-col max-md:items-start">
        <span id={summaryId} className="tabular-nums">
          {candles ? summaryOf(candles) : 'Loading candles'}
        </span>
        <a
          href="https://www.tradingview.com/"
          target="_blank"
          rel="noreferrer"
          className="shrink-0 underline-offset-2 hover:underline"
        >
          Charts by TradingView
        </a>
      </figcaption>
    </figure>
  )
}

function summaryOf(candles: readonly Candle[]): string {
  const last = candles.at(-1)
  if (!last) return 'No candles yet'
  return `O ${formatPrice(last.open)}  H ${formatPrice(last.high)}  L ${formatPrice(last.low)}  C ${formatPrice(last.close)}`
}
