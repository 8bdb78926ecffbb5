import { useSubmit } from '#pwa/hooks/use-submit.ts'
import { SecondApprovalNotice } from '#pwa/reviews/approval-standing.tsx'
import type { ReviewAct } from '#pwa/reviews/request-kind.ts'
import { useReviewToast } from '#pwa/reviews/use-review-toast.ts'
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx'
import { SummaryList } from '#pwa/ui/summary-list.tsx'
import { reviewAdjustment, type WaitingAdjustment } from '#shared/contract/adjustments.ts'
import { formatDifference } from '#shared/format.ts'

interface ReviewAdjustmentDialogProps {
  adjustment: WaitingAdjustment
  action: ReviewAct
  onClose: () => void
}

/** Repeats what two people then have wanted, or what is dropped. */
export function ReviewAdjustmentDialog(props: ReviewAdjustmentDialogProps) {
  const { adjustment, action, onClose } = props
  const { submit, isSubmitting } = useSubmit(reviewAdjustment)
  const tell = useReviewToast({ failed: 'Action failed' })
  const isRejection = action === 'reject'

  async function review() {
    const proposedAt = adjustment.first_approval?.at ?? ''
    tell(await submit({ params: { userId: adjustment.user.id }, body: { action, proposedAt } }))
    onClose()
  }

  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={isRejection ? 'Reject this adjustment?' : 'Approve this adjustment?'}
      confirmLabel={isRejection ? 'Reject' : 'Approve'}
      tone={isRejection ? 'danger' : 'up'}
      busy={isSubmitting}
      onConfirm={() => void review()}
    >
      <div className="flex flex-col gap-4">
        {!isRejection && <SecondApprovalNotice standing={adjustment} />}
        <SummaryList
          rows={[
            { label: 'User', value: adjustment.user.full_name },
            ...adjustment.changes.map(({ symbol, amount }) => ({
              label: symbol,
              value: formatDifference(amount),
              strong: true,
            })),
            { label: 'Reason', value: <span className="wrap-anywhere">{adjustment.reason}</span> },
          ]}
        />
      </div>
    </ConfirmDialog>
  )
}
