import type { ReactNode } from 'react'
import { DayChangeText } from '#pwa/components/day-change-text.tsx'
import { HideBalancesButton, OwnAmounts } from '#pwa/components/own-amounts.tsx'
import { PriceGaps, ValueAge } from '#pwa/components/value-age.tsx'
import { useDayChange, usePortfolio } from '#pwa/hooks/use-portfolio.ts'
import { Money } from '#pwa/ui/money.tsx'
import { Skeleton } from '#pwa/ui/skeleton.tsx'
import type { Decimal } from '#shared/money.ts'
import { t } from '#shared/text/t.ts'

export function ValueCard({ children }: { children: ReactNode }) {
  const portfolio = usePortfolio()
  const { value, error } = portfolio
  const dayChange = useDayChange(value)
  return (
    <section
      aria-label={t('Portfolio value')}
      className="flex flex-col gap-5 rounded-lg border border-line bg-surface p-4 md:flex-row md:items-center md:justify-between md:p-6"
    >
      <div className="flex flex-col gap-1 md:min-w-60">
        <span className="flex items-center gap-2 text-fg-3 text-sm md:whitespace-nowrap">
          {t('Total portfolio value')}
          {value && <ValueAge value={value} of={portfolio} />}
          <HideBalancesButton />
        </span>
        <OwnAmounts>
          <Total value={value?.total} failed={error !== undefined} />
          <span className="flex min-h-5 flex-wrap items-baseline gap-x-2 text-fg-3 text-xs">
            {dayChange && <DayChangeText change={dayChange} label={t('24h')} />}
            {value && <PriceGaps value={value} />}
          </span>
        </OwnAmounts>
      </div>
      {children}
    </section>
  )
}

function Total({ value, failed }: { value: Decimal | undefined; failed: boolean }) {
  if (value !== undefined) {
    return (
      <Money amount={value} as="usd" className="font-semibold text-2xl text-fg tracking-tight" />
    )
  }
  if (failed) return <span className="text-danger text-sm">{t('Failed to fetch portfolio')}</span>
  return <Skeleton className="h-10 w-48" />
}
