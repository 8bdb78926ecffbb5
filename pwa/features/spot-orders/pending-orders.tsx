import { CheckCheck } from 'lucide-react'
import { ORDER_COLUMNS } from '#pwa/components/order-columns.tsx'
import { usePendingOrders } from '#pwa/hooks/use-waiting.ts'
import { useDecisionDialog } from '#pwa/reviews/decision-dialog.tsx'
import { RequestMarks } from '#pwa/reviews/request-marks.tsx'
import { ReviewButtons } from '#pwa/reviews/review-buttons.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { type Column, column, DataList } from '#pwa/ui/data-list.tsx'
import { EmptyState } from '#pwa/ui/states.tsx'
import type { AdminOrder } from '#shared/contract/spot-orders.ts'
import { spotOrderReview } from './review-view.tsx'

/** Orders that wait, oldest first; approval executes them. */
export function PendingOrders() {
  const orders = usePendingOrders()
  const { decide, dialog } = useDecisionDialog(spotOrderReview)
  const actions: Column<AdminOrder> = column('Actions', 'actions', (order) => (
    <span className="flex flex-col items-end gap-2">
      <RequestMarks view={spotOrderReview} subject={order} />
      <span className="flex justify-end gap-2">
        <ReviewButtons
          view={spotOrderReview}
          subject={order}
          of={`the order of ${order.userDetails.fullName}`}
          onAct={(act) => decide(order, act)}
        />
      </span>
    </span>
  ))
  return (
    <Card flush>
      <DataList
        label="Pending Orders"
        query={orders}
        columns={[...WAITING_COLUMNS, actions]}
        rows={orders.data}
        rowKey={({ id }) => id}
        empty={
          <EmptyState icon={<CheckCheck className="size-5" />} title="No pending orders">
            New orders arrive here by themselves.
          </EmptyState>
        }
      />
      {dialog}
    </Card>
  )
}

// All of them wait: a status says something only where results differ.
const WAITING_COLUMNS = ORDER_COLUMNS.filter(({ header }) => header !== 'Status')
