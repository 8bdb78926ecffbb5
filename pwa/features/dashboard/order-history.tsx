import { ClipboardList } from 'lucide-react'
import { useState } from 'react'
import { type ListedOrder, ORDER_COLUMNS } from '#pwa/components/order-columns.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { DataList } from '#pwa/ui/data-list.tsx'
import type { ListQuery } from '#pwa/ui/paged-list.tsx'
import { SegmentedControl } from '#pwa/ui/segmented-control.tsx'
import { EmptyState } from '#pwa/ui/states.tsx'
import type { AdminFuturesTrade } from '#shared/contract/futures.ts'
import { useAllFutures, useAllOrders } from './use-dashboard.ts'

type Kind = 'spot' | 'futures'

export function OrderHistoryTable() {
  const [kind, setKind] = useState<Kind>('spot')
  return (
    <div className="flex flex-col gap-3">
      <SegmentedControl
        label="Kind of order"
        className="w-full sm:w-64"
        value={kind}
        onValueChange={setKind}
        options={[
          { value: 'spot', label: 'Spot' },
          { value: 'futures', label: 'Futures' },
        ]}
      />
      {kind === 'spot' ? <SpotHistory /> : <FuturesHistory />}
    </div>
  )
}

function SpotHistory() {
  const orders = useAllOrders()
  return <Orders query={orders} rows={orders.data?.flat()} empty="No order history found" />
}

function FuturesHistory() {
  const trades = useAllFutures()
  const rows = trades.data?.flat().map(orderOf)
  return <Orders query={trades} rows={rows} empty="No futures trades found" />
}

/** Shows a trade as an order at its entry price, with its stake as the amount. */
function orderOf(trade: AdminFuturesTrade): ListedOrder {
  const { id, symbol, side, status, amount, userDetails } = trade
  return {
    ...{ id, symbol, side, status, amount, userDetails },
    price: trade.entry_price,
    quotedPrice: null,
    executedPrice: null,
    createdAt: trade.created_at,
  }
}

interface OrdersProps {
  query: ListQuery
  rows: readonly ListedOrder[] | undefined
  empty: string
}

function Orders({ query, rows, empty }: OrdersProps) {
  return (
    <Card flush>
      <DataList
        label="Order History"
        query={query}
        columns={ORDER_COLUMNS}
        rows={rows}
        rowKey={({ id }) => id}
        empty={<EmptyState icon={<ClipboardList className="size-5" />} title={empty} />}
      />
    </Card>
  )
}
