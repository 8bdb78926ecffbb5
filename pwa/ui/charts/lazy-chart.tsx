import { type ReactNode, Suspense, useId } from 'react'
import { Skeleton } from '#pwa/ui/skeleton.tsx'
import { t } from '#shared/text/t.ts'
import { ChartTable, type ChartTableData } from './chart-table.tsx'

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

/** A chart of TradingView's library, with what it shows in words and the attribution it asks for. */
export function LazyChart<Item>(props: LazyChartProps<Item>) {
  const { label, className, summary, table, children } = props
  const summaryId = useId()
  const loading = <Skeleton className="size-full" />
  return (
    <figure aria-label={label} aria-describedby={summaryId} className="min-w-0">
      <div className={className}>
        <Suspense fallback={loading}>{children ?? loading}</Suspense>
      </div>
      <figcaption className="flex justify-between gap-x-4 pt-1 text-fg-3 text-xs max-md:flex-col max-md:items-start">
        <span id={summaryId} className="tabular-nums">
          {summary}
        </span>
        <a
          href="https://www.tradingview.com/"
          target="_blank"
          rel="noreferrer"
          className="shrink-0 inline-flex min-h-6 items-center underline-offset-2 hover:underline"
        >
          {t('Charts by TradingView')}
        </a>
      </figcaption>
      {table && table.items.length > 0 ? (
        <ChartTable label={label} {...table} />
      ) : (
        <div className="h-11" />
      )}
    </figure>
  )
}
