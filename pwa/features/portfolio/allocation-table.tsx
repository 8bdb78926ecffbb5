import { SliceMark } from '#pwa/ui/charts/allocation-ring.tsx'
import { CoinIcon } from '#pwa/ui/coin-icon.tsx'
import { type Column, DataList } from '#pwa/ui/data-list.tsx'
import { Missing, Money } from '#pwa/ui/money.tsx'
import { formatPercent, formatPortfolioAmount, formatUsd } from '#shared/format.ts'
import { formatUnits, parseUnits } from '#shared/money.ts'
import { amountOf, type ValuedHolding } from '#shared/rules/portfolio.ts'
import { sliceIndexOf } from './allocation.ts'

/** The ring in figures: each asset with its value and its share of the whole. */
export function AllocationTable({ held }: { held: readonly ValuedHolding[] }) {
  return (
    <DataList
      label="Portfolio"
      columns={columnsFor(held)}
      rows={held}
      rowKey={({ symbol }) => symbol}
      empty={null}
    />
  )
}

function columnsFor(held: readonly ValuedHolding[]): Column<ValuedHolding>[] {
  return [
    {
      header: 'Asset',
      phone: 'title',
      cell: ({ symbol }) => (
        <span className="flex items-center gap-2.5">
          <SliceMark index={sliceIndexOf(held, symbol)} />
          <CoinIcon symbol={symbol} />
          {symbol}
        </span>
      ),
    },
    {
      header: 'Value',
      align: 'end',
      phone: 'value',
      cell: ({ value }) =>
        value === undefined ? <Missing label="Price not available" /> : formatUsd(value),
    },
    {
      header: 'Share',
      align: 'end',
      phone: 'aside',
      cell: ({ value, percent }) =>
        value === undefined ? <Missing label="Price not available" /> : formatPercent(percent),
    },
    {
      header: 'Available',
      align: 'end',
      phone: 'line',
      cell: ({ available }) => <Money amount={available} as="portfolio" />,
    },
    {
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
      header: 'Total',
      align: 'end',
      phone: 'hidden',
      cell: (holding) => <Money amount={formatUnits(amountOf(holding))} as="portfolio" />,
    },
  ]
}
