import { type ReactNode, Suspense, useId } from 'react'
import { Skeleton } from '#pwa/ui/skeleton.tsx'
import { ChartTable, type ChartTableData } from './chart-table.tsx'
import { ChartsBy } from './charts-by.tsx'

interface LazyChartProps<Item> {
  label: string
  /** Its height, which it keeps while it loads. */
  className: string
  /** The same in words. */
  summary: string
  /** The same in figures; undefined while they load. */
  table: ChartTableData<Item> | undefined
  /** The canvas, whose code loads with it; undefined while its values load. */
  children: ReactNode
}

/** A chart of TradingView's library, with a description in words and the required attribution. */
export function LazyChart<Item>(props: LazyChartProps<Item>) {
  const { label, className, summary, table, children } = props
  const summaryId = useId()
  const loading = <Skeleton className="size-full" />
  return (
    <figure aria-label={label} aria-describedby={summaryId} className="min-w-0">
      <div className={className}>
        <Suspense fallback={loading}>{children ?? loading}</Suspense>
      </div>
      <figcaption className="flex items-baseline justify-between gap-x-4 pt-1 text-fg-3 text-xs max-md:flex-col max-md:items-start">
        <span id={summaryId} className="tabular-nums">
          {summary}
        </span>
        <ChartsBy />
      </figcaption>
      {table && table.items.length > 0 ? (
        <ChartTable label={label} {...table} />
      ) : (
        <div className="h-11" />
      )}
    </figure>
  )
}
