import { Wallet } from 'lucide-react'
import { LiabilityProofLine } from '#pwa/components/liability-proof/proof-line.tsx'
import { OwnAmounts } from '#pwa/components/own-amounts.tsx'
import { PriceOriginBadge } from '#pwa/components/price-origin-badge.tsx'
import { PriceGaps, ValueAge } from '#pwa/components/value-age.tsx'
import type { DialogProps } from '#pwa/feature.ts'
import { useHomeDialog } from '#pwa/hooks/use-home-dialog.ts'
import { usePortfolio } from '#pwa/hooks/use-portfolio.ts'
import { Button } from '#pwa/ui/button.tsx'
import { AllocationRing, SliceMark } from '#pwa/ui/charts/allocation-ring.tsx'
import { CoinIcon } from '#pwa/ui/coin-icon.tsx'
import { type Column, column, DataList, figureColumn } from '#pwa/ui/data-list.tsx'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { Loaded } from '#pwa/ui/loaded.tsx'
import { Missing, Money } from '#pwa/ui/money.tsx'
import { Skeleton, SkeletonRows } from '#pwa/ui/skeleton.tsx'
import { EmptyState } from '#pwa/ui/states.tsx'
import { formatPercent } from '#shared/format.ts'
import { formatUnits, parseUnits } from '#shared/money.ts'
import { amountOf, type PortfolioValue, type ValuedHolding } from '#shared/rules/portfolio.ts'
import { t } from '#shared/text/t.ts'
import { restOf, sliceIndexOf, slicesOf } from './allocation.ts'
import { HoldsList } from './holds-list.tsx'
import { ValueOverTime } from './value-over-time.tsx'

export function PortfolioDialog({ open, onClose }: DialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('Portfolio')}
      description={<PriceOriginBadge />}
      size="large"
    >
      <OwnAmounts>
        <Portfolio />
      </OwnAmounts>
    </Dialog>
  )
}

function Portfolio() {
  const portfolio = usePortfolio()
  return (
    <Loaded
      query={{ ...portfolio, data: portfolio.value }}
      failed={t('Failed to fetch portfolio')}
      loading={<PortfolioSkeleton />}
    >
      {(value) => <PortfolioView portfolio={portfolio} value={value} />}
    </Loaded>
  )
}

interface PortfolioViewProps {
  portfolio: ReturnType<typeof usePortfolio>
  value: PortfolioValue
}

function PortfolioView({ portfolio, value }: PortfolioViewProps) {
  const { open } = useHomeDialog()
  const { holdings } = value
  const held = holdings.filter((holding) => amountOf(holding) > 0n)
  if (held.length === 0) {
    return (
      <div className="flex flex-col gap-6">
        <EmptyState
          icon={<Wallet className="size-5" />}
          title={t('Nothing here yet')}
          action={
            <Button variant="primary" onClick={() => open('deposit')}>
              {t('Deposit')}
            </Button>
          }
        >
          {t('A deposit appears here as soon as it is approved.')}
        </EmptyState>
        <LiabilityProofLine />
        <OtherAssets held={held} />
      </div>
    )
  }
  return (
    <div className="flex flex-col gap-6">
      <ValueOverTime value={value} />
      <LiabilityProofLine />
      <section aria-label={t('Allocation')} className="flex flex-col gap-3">
        <h3 className="font-semibold text-base text-fg">{t('Allocation')}</h3>
        <p className="flex flex-wrap gap-x-2 text-fg-3 text-xs empty:hidden">
          <ValueAge value={value} of={portfolio} />
          <PriceGaps value={value} />
        </p>
        <div className="flex flex-col gap-5 md:grid md:grid-cols-[auto_minmax(0,1fr)] md:items-start md:gap-x-8">
          <AllocationRing slices={slicesOf(held)}>
            <span className="text-fg-3 text-xs">
              {t('{count, plural, one {Asset} other {Assets}}', { count: held.length })}
            </span>
            <span className="num font-semibold text-fg text-lg">{held.length}</span>
          </AllocationRing>
          <div className="-mx-4 md:mx-0 md:rounded-md md:border md:border-line">
            <AllocationTable held={held} />
          </div>
        </div>
      </section>
      {held.some(({ frozen }) => parseUnits(frozen) > 0n) && (
        <section aria-label={t('Frozen')} className="flex flex-col gap-3">
          <h3 className="font-semibold text-base text-fg">{t('What is frozen, and by what')}</h3>
          <div className="-mx-4 md:mx-0 md:rounded-md md:border md:border-line">
            <HoldsList />
          </div>
        </section>
      )}
      <OtherAssets held={held} />
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

function AllocationTable({ held }: { held: readonly ValuedHolding[] }) {
  return (
    <DataList
      label={t('Portfolio')}
      columns={columnsFor(held)}
      rows={held}
      rowKey={({ symbol }) => symbol}
      empty={null}
    />
  )
}

/** The portfolio shows every listed asset; those that are not held need no more than a line. */
function OtherAssets({ held }: { held: readonly ValuedHolding[] }) {
  return (
    <section aria-label={t('Other assets')} className="flex flex-col gap-3">
      <h3 className="font-semibold text-base text-fg">{t('Other assets')}</h3>
      <ul className="grid gap-x-8 sm:grid-cols-2 lg:grid-cols-3">
        {restOf(held).map(({ symbol, name }) => (
          <li
            key={symbol}
            className="flex min-h-12 items-center gap-2.5 border-line border-b py-1 text-sm"
          >
            <CoinIcon symbol={symbol} />
            <span className="font-medium text-fg">{symbol}</span>
            <span className="min-w-0 flex-1 truncate text-fg-3">{name}</span>
            <Money amount="0" as="portfolio" className="text-fg-3" />
          </li>
        ))}
      </ul>
    </section>
  )
}

function columnsFor(held: readonly ValuedHolding[]): Column<ValuedHolding>[] {
  return [
    column(t('Asset'), 'title', ({ symbol }) => (
      <span className="flex items-center gap-2.5">
        <SliceMark index={sliceIndexOf(held, symbol)} />
        <CoinIcon symbol={symbol} />
        {symbol}
      </span>
    )),
    figureColumn(t('Value'), 'value', ({ value }) =>
      value === undefined ? (
        <Missing label={t('Price not available')} />
      ) : (
        <Money amount={value} as="usd" />
      ),
    ),
    figureColumn(
      t('{use, select, noun {Share} other {Share}}', { use: 'noun' }),
      'aside',
      ({ value, percent }) =>
        value === undefined ? <Missing label={t('Price not available')} /> : formatPercent(percent),
    ),
    figureColumn(t('Available'), 'line', ({ available }) => (
      <Money amount={available} as="portfolio" />
    )),
    figureColumn(t('Frozen'), 'line', ({ frozen }) => (
      <Money
        amount={frozen}
        as="portfolio"
        className={parseUnits(frozen) === 0n ? 'text-fg-3' : ''}
      />
    )),
    figureColumn(t('Total'), 'hidden', (holding) => (
      <Money amount={formatUnits(amountOf(holding))} as="portfolio" />
    )),
  ]
}
