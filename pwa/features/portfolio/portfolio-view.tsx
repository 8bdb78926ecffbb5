import { Wallet } from 'lucide-react'
import { usePortfolio } from '#pwa/hooks/use-portfolio.ts'
import { Age } from '#pwa/ui/age.tsx'
import { AllocationRing } from '#pwa/ui/charts/allocation-ring.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import { ErrorState } from '#pwa/ui/error-state.tsx'
import { Skeleton, SkeletonRows } from '#pwa/ui/skeleton.tsx'
import { parseUnits } from '#shared/money.ts'
import { amountOf } from '#shared/rules/portfolio.ts'
import { instantOf } from '#shared/time.ts'
import { slicesOf } from './allocation.ts'
import { AllocationTable } from './allocation-table.tsx'
import { HoldsList } from './holds-list.tsx'
import { ValueOverTime } from './value-over-time.tsx'

/** What the person holds: its value over time, its parts, and what holds what is frozen. */
export function PortfolioView() {
  const portfolio = usePortfolio()
  if (portfolio.isLoading) return <PortfolioSkeleton />
  if (!portfolio.data || !portfolio.value) {
    return (
      <ErrorState
        title="Failed to fetch portfolio"
        message={portfolio.error?.message ?? 'Failed to fetch portfolio'}
        onRetry={portfolio.refetch}
      />
    )
  }
  const { holdings, unpriced } = portfolio.value
  const held = holdings.filter((holding) => amountOf(holding) > 0n)
  if (held.length === 0) {
    return (
      <EmptyState icon={<Wallet className="size-5" />} title="Nothing here yet">
        Make a deposit: it stands here as soon as it is approved.
      </EmptyState>
    )
  }
  return (
    <div className="flex flex-col gap-6">
      <ValueOverTime value={portfolio.value} dayChange={portfolio.dayChange} />
      <section aria-label="Allocation" className="flex flex-col gap-3">
        <h3 className="font-semibold text-base text-fg">Allocation</h3>
        <p className="text-fg-3 text-xs empty:hidden">
          {portfolio.isFromCache && portfolio.updatedAtMs !== undefined && (
            <Age at={instantOf(portfolio.updatedAtMs)} />
          )}
          {unpriced.length > 0 && ` Without ${unpriced.join(', ')}: Price not available.`}
        </p>
        <div className="flex flex-col gap-5 md:grid md:grid-cols-[auto_minmax(0,1fr)] md:items-start md:gap-x-8">
          <AllocationRing slices={slicesOf(held)}>
            <span className="text-fg-3 text-xs">{held.length === 1 ? 'Asset' : 'Assets'}</span>
            <span className="num font-semibold text-fg text-lg">{held.length}</span>
          </AllocationRing>
          <div className="-mx-4 md:mx-0 md:rounded-md md:border md:border-line">
            <AllocationTable held={held} />
          </div>
        </div>
      </section>
      {held.some(({ frozen }) => parseUnits(frozen) > 0n) && (
        <section aria-label="Frozen" className="flex flex-col gap-3">
          <h3 className="font-semibold text-base text-fg">What is frozen, and by what</h3>
          <div className="-mx-4 md:mx-0 md:rounded-md md:border md:border-line">
            <HoldsList />
          </div>
        </section>
      )}
    </div>
  )
}

function PortfolioSkeleton() {
  return (
    <div className="flex flex-col gap-5">
      <Skeleton className="h-16 w-48" />
      <Skeleton className="h-48 w-full md:h-64" />
      <SkeletonRows count={3} />
    </div>
  )
}
