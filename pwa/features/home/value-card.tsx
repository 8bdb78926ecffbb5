import type { ReactNode } from 'react'
import { usePortfolio } from '#pwa/features/portfolio/use-portfolio.ts'
import { Age } from '#pwa/ui/age.tsx'
import { Skeleton } from '#pwa/ui/skeleton.tsx'
import { formatUsd } from '#shared/format.ts'
import type { Decimal } from '#shared/money.ts'
import { instantOf } from '#shared/time.ts'

/** What everything is worth: the first thing the eye meets, with the acts that change it. */
export function ValueCard({ children }: { children: ReactNode }) {
  const { value, updatedAtMs, isFromCache, error } = usePortfolio()
  return (
    <section
      aria-label="Portfolio value"
      className="flex flex-col gap-4 rounded-lg border border-line bg-surface p-4 md:p-6"
    >
      <div className="flex flex-col gap-1">
        <span className="text-fg-3 text-sm">Total portfolio value</span>
        <Total value={value?.total} failed={error !== undefined} />
        <span className="min-h-4 text-fg-3 text-xs">
          {value && isFromCache && updatedAtMs !== undefined && <Age at={instantOf(updatedAtMs)} />}
          {value && value.unpriced.length > 0 && ` Without ${value.unpriced.join(', ')}`}
        </span>
      </div>
      {children}
    </section>
  )
}

function Total({ value, failed }: { value: Decimal | undefined; failed: boolean }) {
  if (value !== undefined) {
    return <span className="num font-semibold text-2xl text-fg">{formatUsd(value)}</span>
  }
  if (failed) return <span className="text-down text-sm">Failed to fetch portfolio</span>
  return <Skeleton className="h-10 w-48" />
}
