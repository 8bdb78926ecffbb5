import { Link } from 'react-router-dom'
import { usePrices } from '#pwa/features/prices/use-prices.ts'
import { Card } from '#pwa/ui/card.tsx'
import { ChangeText } from '#pwa/ui/change-text.tsx'
import { CoinIcon } from '#pwa/ui/coin-icon.tsx'
import { type Column, DataList } from '#pwa/ui/data-list.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import { ErrorState } from '#pwa/ui/error-state.tsx'
import { PriceText } from '#pwa/ui/price-text.tsx'
import type { Price } from '#shared/contract/prices.ts'
import type { Decimal } from '#shared/money.ts'

/** Source: spec 1 §2 Home. */
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
      {!data && error ? (
        <ErrorState message={error.message} onRetry={refetch} />
      ) : (
        <DataList
          label="Market Rates"
          columns={columnsWith(priceOf)}
          rows={data?.filter(({ symbol }) => symbol !== 'USDT').slice(0, ROWS)}
          rowKey={({ symbol }) => symbol}
          expected={ROWS}
          empty={<EmptyState title="No data">Prices stand here as soon as they arrive.</EmptyState>}
        />
      )}
    </Card>
  )
}

function columnsWith(priceOf: (symbol: string) => Decimal | undefined): Column<Price>[] {
  return [
    {
      key: 'name',
      header: 'Name',
      phone: 'title',
      cell: ({ symbol, name }) => (
        <span className="flex items-center gap-3">
          <CoinIcon symbol={symbol} />
          <span className="flex flex-col">
            <span>{symbol}</span>
            <span className="font-normal text-fg-3 text-xs">{name}</span>
          </span>
        </span>
      ),
    },
    {
      key: 'price',
      header: 'Price',
      align: 'end',
      phone: 'value',
      cell: ({ symbol }) => <PriceText price={priceOf(symbol)} />,
    },
    {
      key: 'change',
      header: 'Change',
      align: 'end',
      phone: 'aside',
      cell: ({ symbol, change24h }) => (
        <ChangeText percent={priceOf(symbol) === undefined ? undefined : change24h} />
      ),
    },
  ]
}
