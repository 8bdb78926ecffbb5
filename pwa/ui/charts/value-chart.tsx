import { lazy, Suspense, useId } from 'react'
import { Skeleton } from '#pwa/ui/skeleton.tsx'
import { formatDateTime, formatUsd } from '#shared/format.ts'
import { instantOf } from '#shared/time.ts'
import { extentOf, type ValuePoint } from './value-line.ts'

const ValueCanvas = lazy(async () => ({
  default: (await import('./value-canvas.tsx')).ValueCanvas,
}))

interface ValueChartProps {
  label: string
  /** In order of time; undefined while they load. */
  points: readonly ValuePoint[] | undefined
}

/** A value over time, with gaps where it is not known; its caption says the same in words. */
export function ValueChart({ label, points }: ValueChartProps) {
  const summaryId = useId()
  return (
    <figure aria-label={label} aria-describedby={summaryId} className="min-w-0">
      <div className="h-48 md:h-64">
        {points ? (
          <Suspense fallback={<Skeleton className="size-full" />}>
            <ValueCanvas points={points} />
          </Suspense>
        ) : (
          <Skeleton className="size-full" />
        )}
      </div>
      <figcaption className="flex justify-between gap-x-4 pt-1 text-fg-3 text-xs max-md:flex-col">
        <span id={summaryId} className="tabular-nums">
          {points ? summaryOf(points) : 'Loading values'}
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

function summaryOf(points: readonly ValuePoint[]): string {
  const extent = extentOf(points)
  if (!extent) return 'No value is known yet'
  const { first, last, lowest, highest } = extent
  const since = formatDateTime(instantOf(first.time * 1_000))
  return `From ${formatUsd(first.value)} on ${since} to ${formatUsd(last.value)}. Lowest ${formatUsd(lowest)}, highest ${formatUsd(highest)}.`
}
