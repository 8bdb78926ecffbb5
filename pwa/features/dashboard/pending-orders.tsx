import { CheckCheck } from 'lucide-react'
import { useState } from 'react'
import {
  SecondApprovalBadge,
  SecondApprovalNotice,
} from '#pwa/features/request-review/approval-standing.tsx'
import { ReviewButtons } from '#pwa/features/request-review/review-buttons.tsx'
import { useToasts } from '#pwa/stores/toasts.ts'
import { Card } from '#pwa/ui/card.tsx'
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx'
import { type Column, DataList } from '#pwa/ui/data-list.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import { ErrorState } from '#pwa/ui/error-state.tsx'
import { Field } from '#pwa/ui/field.tsx'
import { SummaryList } from '#pwa/ui/summary-list.tsx'
import { Textarea } from '#pwa/ui/textarea.tsx'
import type { AdminOrder } from '#shared/contract/spot-orders.ts'
import { formatAmount } from '#shared/format.ts'
import { baseOf, ORDER_COLUMNS, OrderName, priceOf } from './order-columns.tsx'
import { usePendingOrders, useReviewOrder } from './use-dashboard.ts'

interface Asked {
  readonly order: AdminOrder
  readonly action: 'approve' | 'reject'
}

/** Orders that wait, oldest first; approval executes them. */
export function PendingOrders() {
  const orders = usePendingOrders()
  const [asked, setAsked] = useState<Asked>()
  if (!orders.data && orders.error) {
    return <ErrorState message={orders.error.message} onRetry={orders.refetch} />
  }
  const actions: Column<AdminOrder> = {
    key: 'actions',
    header: 'Actions',
    align: 'end',
    phone: 'actions',
    cell: (order) => (
      <span className="flex flex-wrap items-center justify-end gap-2">
        <SecondApprovalBadge standing={order} />
        <ReviewButtons
          standing={order}
          of={`the order of ${order.userDetails.fullName}`}
          onAct={(action) => setAsked({ order, action })}
        />
      </span>
    ),
  }
  return (
    <Card flush>
      <DataList
        label="Pending Orders"
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
const WAITING_COLUMNS = ORDER_COLUMNS.filter(({ key }) => key !== 'status')

/** Repeats what is approved or rejected; a rejection may say why. */
function ReviewOrderDialog({ order, action, onClose }: Asked & { onClose: () => void }) {
  const { approve, reject, isSubmitting } = useReviewOrder()
  const showToast = useToasts((state) => state.show)
  const [reason, setReason] = useState('')
  const isApproval = action === 'approve'

  async function confirm() {
    const result = await (isApproval ? approve(order.id) : reject(order.id, reason))
    if (result.state === 'refused') {
      showToast({
        title: isApproval ? 'Approval Failed' : 'Rejection Failed',
        message: result.failure.message,
        tone: 'error',
      })
    } else if (result.state === 'done' && result.answer.awaits_second_approval) {
      showToast({
        title: 'Awaits second approval',
        message: result.answer.message,
        tone: 'success',
      })
    } else {
      showToast({ title: isApproval ? 'Order Approved' : 'Order Rejected', tone: 'success' })
    }
    onClose()
  }

  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={isApproval ? 'Approve and execute?' : 'Reject this order?'}
      confirmLabel={isApproval ? 'Approve' : 'Reject'}
      tone={isApproval ? 'up' : 'danger'}
      busy={isSubmitting}
      onConfirm={() => void confirm()}
    >
      <div className="flex flex-col gap-4">
        <SummaryList
          rows={[
            { label: 'User', value: order.userDetails.fullName },
            { label: 'Order', value: <OrderName {...order} />, strong: true },
            {
              label: 'Amount',
              value: `${formatAmount(order.amount)} ${baseOf(order)}`,
              strong: true,
            },
            { label: 'Price', value: priceOf(order) },
            { label: 'Frozen', value: `${formatAmount(order.held)} ${order.heldSymbol}` },
          ]}
        />
        {isApproval && <SecondApprovalNotice standing={order} />}
        {!isApproval && (
          <Field label="Reason" hint="The user reads this." optional>
            <Textarea
              maxLength={1000}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          </Field>
        )}
      </div>
    </ConfirmDialog>
  )
}
