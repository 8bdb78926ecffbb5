import { CheckCheck } from 'lucide-react'
import { useState } from 'react'
import { ORDER_CLASS, OrderTitle, USER_COLUMN } from '#pwa/components/order-columns.tsx'
import { usePendingOrders } from '#pwa/hooks/use-waiting.ts'
import { useDecisionDialog } from '#pwa/reviews/decision-dialog.tsx'
import { RequestMarks } from '#pwa/reviews/request-marks.tsx'
import { ReviewButtons } from '#pwa/reviews/review-buttons.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { type Column, column, DataList } from '#pwa/ui/data-list.tsx'
import { SegmentedControl } from '#pwa/ui/segmented-control.tsx'
import { EmptyState } from '#pwa/ui/states.tsx'
import type { AdminOrder } from '#shared/contract/spot-orders.ts'
import { t } from '#shared/text/t.ts'
import { useMarketColumns } from './order-against-market.tsx'
import { spotOrderReview } from './review-view.tsx'

/** Orders that wait, oldest first; approval executes them. */
export function PendingOrders() {
  const [shown, setShown] = useState<'all' | 'reached'>('all')
  const orders = usePendingOrders(shown)
  const market = useMarketColumns()
  const { decide, dialog } = useDecisionDialog(spotOrderReview)
  const actions: Column<AdminOrder> = column(t('Actions'), 'actions', (order) => (
    <span className="flex flex-col items-end gap-2">
      <RequestMarks view={spotOrderReview} subject={order} />
      <span className="flex justify-end gap-2">
        <ReviewButtons
          view={spotOrderReview}
          subject={order}
          of={t('the order of {name}', { name: order.userDetails.fullName })}
          onAct={(act) => decide(order, act)}
        />
      </span>
    </span>
  ))
  return (
    <div className="flex flex-col gap-3">
      <SegmentedControl
        label={t('Pending orders shown')}
        className="w-full sm:w-72"
        value={shown}
        onValueChange={setShown}
        options={[
          { value: 'all', label: t('All') },
          { value: 'reached', label: t('Limit reached') },
        ]}
      />
      <Card flush>
        <DataList
          label={t('Pending Orders')}
          query={orders}
          columns={[titleColumn(), ...market, USER_COLUMN, actions]}
          rows={orders.data}
          rowKey={({ id }) => id}
          empty={
            <EmptyState icon={<CheckCheck className="size-5" />} title={t('No pending orders')}>
              {shown === 'all'
                ? t('New orders appear here automatically.')
                : t('The market has not reached the limit of any pending order.')}
            </EmptyState>
          }
        />
        {dialog}
      </Card>
    </div>
  )
}

function titleColumn(): Column<AdminOrder> {
  return {
    ...column(t('Order'), 'title', (order) => (
      <OrderTitle order={order} at={order.createdAt} amount={order.amount} />
    )),
    className: ORDER_CLASS,
  }
}
