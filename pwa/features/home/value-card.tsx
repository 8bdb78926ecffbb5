import type { ReactNode } from 'react'
import { DayChangeText } from '#pwa/components/day-change-text.tsx'
import { PriceGaps, ValueAge } from '#pwa/components/value-age.tsx'
import { useDayChange, usePortfolio } from '#pwa/hooks/use-portfolio.ts'
import { Skeleton } from '#pwa/ui/skeleton.tsx'
import { formatUsd } from '#shared/format.ts'
import type { Decimal } from '#shared/money.ts'

export function ValueCard({ children }: { children: ReactNode }) {
  const portfolio = usePortfolio()
  const { value, error } = portfolio
  const dayChange = useDayChange(value)
  return (
    <section
      aria-label="Portfolio value"
      className="flex flex-col gap-5 rounded-lg border border-line bg-surface p-4 md:flex-row md:items-center md:justify-between md:p-6"
    >
      <div className="flex flex-col gap-1 md:min-w-60">
        <span className="flex items-baseline gap-2 text-fg-3 text-sm">
          Total portfolio value
          {value && <ValueAge value={value} of={portfolio} />}
        </span>
        <Total value={value?.total} failed={error !== undefined} />
        <span className="flex min-h-5 flex-wrap items-baseline gap-x-2 text-fg-3 text-xs">
          {dayChange && <DayChangeText change={dayChange} label="24h" />}
          {value && <PriceGaps value={value} />}
        </span>
      </div>
      {children}
    </section>
  )
}

function Total({ value, failed }: { value: Decimal | undefined; failed: boolean }) {
  if (value !== undefined) {
    return (
      <span className="num font-semibold text-2xl text-fg tracking-tight">{formatUsd(value)}</span>
    )
  }
  if (failed) return <span className="text-down text-sm">Failed to fetch portfolio</span>
  return <Skeleton className="h-10 w-48" />
}
