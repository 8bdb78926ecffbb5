import { ClipboardList } from 'lucide-react'
import { Card } from '#pwa/ui/card.tsx'
import { DataList } from '#pwa/ui/data-list.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import { ErrorState } from '#pwa/ui/error-state.tsx'
import { ORDER_COLUMNS } from './order-columns.tsx'
import { useAllOrders } from './use-dashboard.ts'

/** Every order of everybody, newest first. */
export function OrderHistoryTable() {
  const orders = useAllOrders()
  if (!orders.data && orders.error) {
    return <ErrorState message={orders.error.message} onRetry={orders.refetch} />
  }
  return (
    <Card flush>
      <DataList
        label="Order History"
        columns={ORDER_COLUMNS}
        rows={orders.data}
        rowKey={({ id }) => id}
        empty={
          <EmptyState icon={<ClipboardList className="size-5" />} title="No order history found" />
        }
      />
    </Card>
  )
}
