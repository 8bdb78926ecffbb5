import { Link } from 'react-router-dom'
import { marketColumns } from '#pwa/features/prices/market-columns.tsx'
import { usePrices } from '#pwa/hooks/use-prices.ts'
import { Card } from '#pwa/ui/card.tsx'
import { DataList } from '#pwa/ui/data-list.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'

/** Source: docs/product.md, Market. */
const ROWS = 10

export function MarketRates() {
  const { data, priceOf, error, refetch } = usePrices()
  return (
    <Card
      title="Market Rates"
      flush
      action={
        <Link
          to="/market"
          className="inline-flex min-h-11 items-center text-info text-sm hover:underline"
        >
          All markets
        </Link>
      }
    >
      <DataList
        label="Market Rates"
        query={{ error, refetch }}
        columns={marketColumns(priceOf)}
        rows={data?.filter(({ symbol }) => symbol !== 'USDT').slice(0, ROWS)}
        rowKey={({ symbol }) => symbol}
        expected={ROWS}
        empty={<EmptyState title="No data">Prices stand here as soon as they arrive.</EmptyState>}
      />
    </Card>
  )
}
