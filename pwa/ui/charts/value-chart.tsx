import { lazyPart } from '#pwa/loading/lazy-view.tsx'
import { formatDateTime, formatUsd } from '#shared/format.ts'
import { t } from '#shared/text/t.ts'
import { instantOf } from '#shared/time.ts'
import type { ChartTableData } from './chart-table.tsx'
import { LazyChart } from './lazy-chart.tsx'
import { extentOf, type ValuePoint } from './value-line.ts'

const ValueCanvas = lazyPart(async () => (await import('./value-canvas.tsx')).ValueCanvas)

interface ValueChartProps {
  label: string
  /** In order of time; undefined while they load. */
  points: readonly ValuePoint[] | undefined
}

/** A value over time, with gaps if it is unknown; its caption says the same in words. */
export function ValueChart({ label, points }: ValueChartProps) {
  return (
    <LazyChart
      label={label}
      className="h-48 md:h-64"
      table={points && tableOf(points)}
      summary={points ? summaryOf(points) : t('Loading values')}
    >
      {points && <ValueCanvas points={points} />}
    </LazyChart>
  )
}

function summaryOf(points: readonly ValuePoint[]): string {
  const extent = extentOf(points)
  if (!extent) return t('No value is known yet')
  const { first, last, lowest, highest } = extent
  const since = formatDateTime(instantOf(first.time * 1_000))
  return t('From {first} on {since} to {last}. Lowest {lowest}, highest {highest}.', {
    first: formatUsd(first.value),
    since,
    last: formatUsd(last.value),
    lowest: formatUsd(lowest),
    highest: formatUsd(highest),
  })
}

function tableOf(points: readonly ValuePoint[]): ChartTableData<ValuePoint> {
  return {
    head: [t('Time'), t('Value')],
    items: points,
    cellsOf: ({ time, value }) => [
      formatDateTime(instantOf(time * 1_000)),
      value === null ? t('Not available') : formatUsd(value),
    ],
  }
}
