import { type ComponentProps, useMemo, useState } from 'react'
import { DayChangeText } from '#pwa/components/day-change-text.tsx'
import { useDayChange, useValueHistory } from '#pwa/hooks/use-portfolio.ts'
import { Age, CachedAge } from '#pwa/ui/age.tsx'
import { ValueChart } from '#pwa/ui/charts/value-chart.tsx'
import { endingWith } from '#pwa/ui/charts/value-line.ts'
import { Money } from '#pwa/ui/money.tsx'
import { useAmountsHidden } from '#pwa/ui/own-amounts.tsx'
import { SegmentedControl } from '#pwa/ui/segmented-control.tsx'
import { ErrorState } from '#pwa/ui/states.tsx'
import type { PortfolioValue } from '#shared/rules/portfolio.ts'
import { VALUE_RANGES, type ValueRange } from '#shared/rules/portfolio-history.ts'
import { anyOf } from '#shared/text/listed.ts'
import { msg, t } from '#shared/text/t.ts'

const RANGES = { '24h': msg('24h'), '7d': msg('7d'), '30d': msg('30d'), all: msg('All') }

export function ValueOverTime({ value }: { value: PortfolioValue }) {
  const dayChange = useDayChange(value)
  const [range, setRange] = useState<ValueRange>('24h')
  const history = useValueHistory(range)
  const { points, data, error, refetch } = history
  const { total, asOf, unpriced } = value
  const now = asOf !== undefined || unpriced.length > 0 ? null : total
  const line = useMemo(() => points && endingWith(points, now), [points, now])
  return (
    <section aria-label={t('Value over time')} className="flex flex-col gap-3">
      <div className="flex flex-col gap-3 md:flex-row md:items-end md:justify-between">
        <div className="flex flex-col gap-0.5">
          <span className="flex items-baseline gap-2 text-fg-3 text-sm">
            {t('Total value')}
            {asOf !== undefined && <Age at={asOf} />}
          </span>
          <Money
            amount={total}
            as="usd"
            className="font-semibold text-2xl text-fg tracking-tight"
          />
          <span className="flex min-h-5 flex-wrap items-baseline gap-x-2 text-fg-3 text-xs">
            {dayChange && <DayChangeText change={dayChange} label={t('24h price change')} />}
          </span>
        </div>
        <SegmentedControl
          label={t('Range')}
          className="md:w-72"
          value={range}
          onValueChange={setRange}
          options={VALUE_RANGES.map((value) => ({
            value,
            label: t(RANGES[value]),
          }))}
        />
      </div>
      {!points && error ? (
        <ErrorState
          title={t('Failed to fetch the value over time')}
          message={error.message}
          onRetry={refetch}
        />
      ) : (
        <Line points={line} />
      )}
      <p className="text-fg-3 text-xs">
        <CachedAge of={history} /> {t('The line includes deposits and withdrawals.')}
        {data &&
          data.unpriced.length > 0 &&
          ` ${t('It has gaps where no price of {symbols} was recorded.', {
            symbols: anyOf(data.unpriced),
          })}`}
      </p>
    </section>
  )
}

function Line({ points }: Pick<ComponentProps<typeof ValueChart>, 'points'>) {
  if (!useAmountsHidden())
    return <ValueChart label={t('Portfolio value over time')} points={points} />
  return (
    <p className="grid h-48 place-items-center rounded-md bg-surface-2 text-fg-3 text-sm md:h-64">
      {t('Balances are hidden')}
    </p>
  )
}
