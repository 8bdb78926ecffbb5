import { CheckCheck } from 'lucide-react'
import { useState } from 'react'
import { ORDER_COLUMNS } from '#pwa/components/order-columns.tsx'
import { usePendingOrders } from '#pwa/hooks/use-pending-orders.ts'
import { SecondApprovalBadge } from '#pwa/reviews/approval-standing.tsx'
import { ReviewButtons } from '#pwa/reviews/review-buttons.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { type Column, DataList } from '#pwa/ui/data-list.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import type { AdminOrder } from '#shared/contract/spot-orders.ts'
import { ReviewOrderDialog } from './review-order-dialog.tsx'

interface Asked {
  readonly order: AdminOrder
  readonly action: 'approve' | 'reject'
}

/** Orders that wait, oldest first; approval executes them. */
export function PendingOrders() {
  const orders = usePendingOrders()
  const [asked, setAsked] = useState<Asked>()
  const actions: Column<AdminOrder> = {
    header: 'Actions',
    align: 'end',
    phone: 'actions',
    cell: (order) => (
      <span className="flex flex-col items-end gap-2">
        <SecondApprovalBadge standing={order} />
        <span className="flex justify-end gap-2">
          <ReviewButtons
            permission="orders.review"
            standing={order}
            of={`the order of ${order.userDetails.fullName}`}
            onAct={(action) => setAsked({ order, action })}
          />
        </span>
      </span>
    ),
  }
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
      {asked && (
        <ReviewOrderDialog key={asked.order.id} {...asked} onClose={() => setAsked(undefined)} />
      )}
    </Card>
  )
}

// All of them wait: only where results differ does a status say something.
const WAITING_COLUMNS = ORDER_COLUMNS.filter(({ header }) => header !== 'Status')
