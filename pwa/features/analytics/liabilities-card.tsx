import { Card } from '#pwa/ui/card.tsx'
import { CoinIcon } from '#pwa/ui/coin-icon.tsx'
import { type Column, DataList } from '#pwa/ui/data-list.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import { Missing } from '#pwa/ui/missing.tsx'
import { Money } from '#pwa/ui/money.tsx'
import type { Analytics, Liability } from '#shared/contract/analytics.ts'
import { formatUsd } from '#shared/format.ts'
import { type Decimal, formatUnits, parseUnits } from '#shared/money.ts'
import { largestOf, shareOf } from './scales.ts'
import { ShareBar } from './share-bar.tsx'

/** What users own and are promised, now; and the loans that stand against it. */
export function LiabilitiesCard({ liabilities }: Pick<Analytics, 'liabilities'>) {
  const { assets, value, loansValue, unpriced } = liabilities
  const widest = largestOf(assets.map((asset) => asset.value ?? '0'))
  return (
    <Card
      title={`Open liabilities: ${value === null ? 'value not known' : formatUsd(value)}`}
      flush
    >
      <p className="px-4 pb-3 text-fg-3 text-xs">
        Now, whatever the period. Loans that users have yet to repay stand against them:{' '}
        <span className="num text-fg-2">{loansValue === null ? '—' : formatUsd(loansValue)}</span>.
        {unpriced.length > 0 && ` ${unpriced.join(', ')}: no price now.`}
      </p>
      <DataList
        label="Open liabilities"
        columns={columnsFor(widest)}
        rows={assets}
        rowKey={({ symbol }) => symbol}
        empty={<EmptyState title="Nothing is owed">No user owns anything yet.</EmptyState>}
      />
    </Card>
  )
}

function columnsFor(widest: Decimal): readonly Column<Liability>[] {
  return [
    {
      key: 'asset',
      header: 'Asset',
      phone: 'title',
      cell: ({ symbol }) => (
        <span className="flex items-center gap-2.5">
          <CoinIcon symbol={symbol} />
          {symbol}
        </span>
      ),
    },
    {
      key: 'share',
      header: 'Share',
      phone: 'hidden',
      cell: (asset) => <Share asset={asset} widest={widest} />,
    },
    amount('available', 'Available'),
    amount('frozen', 'Frozen'),
    amount('stakingInterest', 'Staking interest'),
    amount('futuresPayouts', 'Futures at most'),
    amount('total', 'Total'),
    amount('loans', 'Loans'),
    {
      key: 'value',
      header: 'Value',
      align: 'end',
      phone: 'value',
      cell: ({ value }) =>
        value === null ? (
          <Missing label="Price not available" />
        ) : (
          <Money amount={value} as="usd" />
        ),
    },
  ]
}

type Part = 'available' | 'frozen' | 'stakingInterest' | 'futuresPayouts' | 'total' | 'loans'

function amount(key: Part, header: string): Column<Liability> {
  return {
    key,
    header,
    align: 'end',
    phone: 'line',
    cell: (asset) => <Money amount={asset[key]} />,
  }
}

/** Owned, frozen, promised: as long as their values compare to the largest asset's. */
function Share({ asset, widest }: { asset: Liability; widest: Decimal }) {
  const { value, total, available, frozen } = asset
  if (value === null) return null
  const long = shareOf(value, widest)
  const parts = [available, frozen, promised(asset)].map(
    (part) => (shareOf(part, total) * long) / 100,
  )
  return <ShareBar parts={parts} />
}

function promised({ stakingInterest, futuresPayouts }: Liability): Decimal {
  return formatUnits(parseUnits(stakingInterest) + parseUnits(futuresPayouts))
}
