import { Wallet } from 'lucide-react'
import { Age } from '#pwa/ui/age.tsx'
import { AllocationRing, SliceMark } from '#pwa/ui/allocation-ring.tsx'
import { CoinIcon } from '#pwa/ui/coin-icon.tsx'
import { type Column, DataList } from '#pwa/ui/data-list.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import { ErrorState } from '#pwa/ui/error-state.tsx'
import { Missing } from '#pwa/ui/missing.tsx'
import { Money } from '#pwa/ui/money.tsx'
import { Skeleton, SkeletonRows } from '#pwa/ui/skeleton.tsx'
import { formatPortfolioAmount, formatUsd } from '#shared/format.ts'
import { formatUnits, parseUnits } from '#shared/money.ts'
import { amountOf, type ValuedHolding } from '#shared/rules/portfolio.ts'
import { instantOf } from '#shared/time.ts'
import { usePortfolio } from './use-portfolio.ts'

/** What the person holds: a ring of shares beside the table that says the same in figures. */
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
  const { holdings, total, unpriced } = portfolio.value
  const held = holdings.filter((holding) => amountOf(holding) > 0n)
  return (
    <div className="flex flex-col gap-5 md:grid md:grid-cols-[auto_minmax(0,1fr)] md:items-center md:gap-x-8">
      <AllocationRing
        slices={held.map(({ symbol, percent }) => ({ label: symbol, percent: Number(percent) }))}
      >
        <span className="text-fg-3 text-xs">Total value</span>
        <span className="num font-semibold text-base text-fg">{formatUsd(total)}</span>
      </AllocationRing>
      <p className="text-center text-fg-3 text-xs empty:hidden md:col-span-2 md:row-start-2">
        {portfolio.isFromCache && portfolio.updatedAtMs !== undefined && (
          <Age at={instantOf(portfolio.updatedAtMs)} />
        )}
        {unpriced.length > 0 && ` Without ${unpriced.join(', ')}: Price not available.`}
      </p>
      <div className="-mx-4 md:mx-0 md:rounded-md md:border md:border-line">
        <DataList
          label="Portfolio"
          columns={columnsFor(held)}
          rows={held}
          rowKey={({ symbol }) => symbol}
          empty={
            <EmptyState icon={<Wallet className="size-5" />} title="Nothing here yet">
              Make a deposit: it stands here as soon as it is approved.
            </EmptyState>
          }
        />
      </div>
    </div>
  )
}

function columnsFor(held: readonly ValuedHolding[]): Column<ValuedHolding>[] {
  return [
    {
      key: 'asset',
      header: 'Asset',
      phone: 'title',
      cell: ({ symbol }) => (
        <span className="flex items-center gap-2.5">
          <SliceMark index={held.findIndex((holding) => holding.symbol === symbol)} />
          <CoinIcon symbol={symbol} />
          {symbol}
        </span>
      ),
    },
    {
      key: 'value',
      header: 'Value',
      align: 'end',
      phone: 'value',
      cell: ({ value }) =>
        value === undefined ? <Missing label="Price not available" /> : formatUsd(value),
    },
    {
      key: 'available',
      header: 'Available',
      align: 'end',
      phone: 'line',
      cell: ({ available }) => <Money amount={available} as="portfolio" />,
    },
    {
      key: 'frozen',
      header: 'Frozen',
      align: 'end',
      phone: 'line',
      cell: ({ frozen }) =>
        parseUnits(frozen) === 0n ? (
          <span className="text-fg-3">0</span>
        ) : (
          formatPortfolioAmount(frozen)
        ),
    },
    {
      key: 'total',
      header: 'Total',
      align: 'end',
      phone: 'hidden',
      cell: (holding) => <Money amount={formatUnits(amountOf(holding))} as="portfolio" />,
    },
  ]
}

function PortfolioSkeleton() {
  return (
    <div className="flex flex-col gap-5">
      <Skeleton className="mx-auto size-44 rounded-full" />
      <SkeletonRows count={3} />
    </div>
  )
}
