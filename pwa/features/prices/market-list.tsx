import { useState } from 'react'
import { type Prices, usePrices } from '#pwa/hooks/use-prices.ts'
import { Card } from '#pwa/ui/card.tsx'
import { type Column, DataList } from '#pwa/ui/data-list.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import { Missing } from '#pwa/ui/missing.tsx'
import { SearchField } from '#pwa/ui/search-field.tsx'
import type { Price } from '#shared/contract/prices.ts'
import { formatVolume } from '#shared/format.ts'
import { marketColumns } from './market-columns.tsx'

/** Every listed asset, with a search over symbol and name. */
export function MarketList() {
  const { data, priceOf, error, refetch } = usePrices()
  const [search, setSearch] = useState('')
  const wanted = search.trim().toLowerCase()
  const rows = data?.filter(
    ({ symbol, name }) =>
      symbol.toLowerCase().includes(wanted) || name.toLowerCase().includes(wanted),
  )
  return (
    <div className="flex flex-col gap-4">
      <SearchField
        label="Search markets"
        placeholder="Search by name or symbol"
        value={search}
        onChange={setSearch}
      />
      <Card flush>
        <DataList
          label="Markets"
          query={{ error, refetch }}
          columns={columnsWith(priceOf)}
          rows={rows}
          rowKey={({ symbol }) => symbol}
          expected={12}
          empty={
            <EmptyState title="No data">
              {wanted ? `Nothing matches “${search.trim()}”. Try a symbol such as ETH.` : ''}
            </EmptyState>
          }
        />
      </Card>
    </div>
  )
}

function columnsWith(priceOf: Prices['priceOf']): Column<Price>[] {
  return [
    ...marketColumns(priceOf),
    {
      header: 'Volume',
      align: 'end',
      phone: 'hidden',
      cell: ({ symbol, volume24h }) =>
        priceOf(symbol) === undefined || volume24h === null ? <Missing /> : formatVolume(volume24h),
    },
  ]
}
