import { Search } from 'lucide-react'
import { useState } from 'react'
import { type Prices, usePrices } from '#pwa/hooks/use-prices.ts'
import { Card } from '#pwa/ui/card.tsx'
import { type Column, DataList } from '#pwa/ui/data-list.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import { ErrorState } from '#pwa/ui/error-state.tsx'
import { Field } from '#pwa/ui/field.tsx'
import { Missing } from '#pwa/ui/missing.tsx'
import { TextInput } from '#pwa/ui/text-input.tsx'
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
      <Field label="Search markets" labelHidden>
        <TextInput
          type="search"
          placeholder="Search by name or symbol"
          leading={<Search aria-hidden="true" className="size-5" />}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      </Field>
      <Card flush>
        {!data && error ? (
          <ErrorState message={error.message} onRetry={refetch} />
        ) : (
          <DataList
            label="Markets"
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
        )}
      </Card>
    </div>
  )
}

function columnsWith(priceOf: Prices['priceOf']): Column<Price>[] {
  return [
    ...marketColumns(priceOf),
    {
      key: 'volume',
      header: 'Volume',
      align: 'end',
      phone: 'hidden',
      cell: ({ symbol, volume24h }) =>
        priceOf(symbol) === undefined || volume24h === null ? <Missing /> : formatVolume(volume24h),
    },
  ]
}
