import { useState } from 'react'
import { baseOf, OrderName } from '#pwa/components/order-columns.tsx'
import { priceOf } from '#pwa/components/order-price.tsx'
import { SecondApprovalNotice } from '#pwa/reviews/approval-standing.tsx'
import { useToasts } from '#pwa/stores/toasts.ts'
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx'
import { Field } from '#pwa/ui/field.tsx'
import { SummaryList } from '#pwa/ui/summary-list.tsx'
import { Textarea } from '#pwa/ui/textarea.tsx'
import type { AdminOrder } from '#shared/contract/spot-orders.ts'
import { formatAmount } from '#shared/format.ts'
import { useReviewOrder } from './use-spot-orders.ts'

interface ReviewOrderDialogProps {
  order: AdminOrder
  action: 'approve' | 'reject'
  onClose: () => void
}

/** Repeats what is approved or rejected; a rejection may say why. */
export function ReviewOrderDialog({ order, action, onClose }: ReviewOrderDialogProps) {
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
