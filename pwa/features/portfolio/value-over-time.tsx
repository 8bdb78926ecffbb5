import { useState } from 'react'
import { Age } from '#pwa/ui/age.tsx'
import { ChangeText } from '#pwa/ui/change-text.tsx'
import { ErrorState } from '#pwa/ui/error-state.tsx'
import { SegmentedControl } from '#pwa/ui/segmented-control.tsx'
import { ValueChart } from '#pwa/ui/value-chart.tsx'
import { extentOf } from '#pwa/ui/value-line.ts'
import { formatUsd } from '#shared/format.ts'
import type { Decimal } from '#shared/money.ts'
import { VALUE_RANGES, type ValueRange } from '#shared/rules/portfolio-history.ts'
import { instantOf } from '#shared/time.ts'
import { useValueHistory } from './use-portfolio.ts'
import { valueChangeOf } from './value-change.ts'

const LABELS: Readonly<Record<ValueRange, string>> = {
  '24h': '24h',
  '7d': '7d',
  '30d': '30d',
  all: 'All',
}

const RANGE_WORDS: Readonly<Record<ValueRange, string>> = {
  '24h': 'in 24 hours',
  '7d': 'in 7 days',
  '30d': 'in 30 days',
  all: 'since the beginning',
}

/** What everything was worth, from the ledger and the prices that were recorded. */
export function ValueOverTime({ total }: { total: Decimal }) {
  const [range, setRange] = useState<ValueRange>('24h')
  const { points, data, error, refetch, isFromCache, updatedAtMs } = useValueHistory(range)
  const extent = points && extentOf(points)
  const change = extent && valueChangeOf(extent)
  return (
    <section aria-label="Value over time" className="flex flex-col gap-3">
      <div className="flex flex-col gap-3 md:flex-row md:items-end md:justify-between">
        <div className="flex flex-col gap-0.5">
          <span className="text-fg-3 text-sm">Total value</span>
          <span className="num font-semibold text-2xl text-fg tracking-tight">
            {formatUsd(total)}
          </span>
          <span className="flex min-h-5 flex-wrap items-baseline gap-x-2 text-fg-3 text-xs">
            {change && (
              <>
                {change.percent !== undefined && (
                  <ChangeText percent={change.percent} className="font-medium text-sm" />
                )}
                <span className="num text-fg-2 text-sm">{signed(change.difference)}</span>
                <span>{RANGE_WORDS[range]}, deposits and withdrawals included</span>
              </>
            )}
          </span>
        </div>
        <SegmentedControl
          label="Range"
          className="md:w-72"
          value={range}
          onValueChange={setRange}
          options={VALUE_RANGES.map((value) => ({ value, label: LABELS[value] }))}
        />
      </div>
      {!points && error ? (
        <ErrorState
          title="Failed to fetch the value over time"
          message={error.message}
          onRetry={refetch}
        />
      ) : (
        <ValueChart label="Portfolio value over time" points={points} />
      )}
      <p className="text-fg-3 text-xs empty:hidden">
        {isFromCache && updatedAtMs !== undefined && <Age at={instantOf(updatedAtMs)} />}
        {data && data.unpriced.length > 0 && (
          <span> The line has gaps where no price of {listOf(data.unpriced)} was recorded.</span>
        )}
      </p>
    </section>
  )
}

/** The sign of a difference; minus comes with the figure. */
function signed(difference: Decimal): string {
  const plus = difference.startsWith('-') || difference === '0' ? '' : '+'
  return `${plus}${formatUsd(difference)}`
}

function listOf(symbols: readonly string[]): string {
  return new Intl.ListFormat('en-US', { type: 'disjunction' }).format(symbols)
}
