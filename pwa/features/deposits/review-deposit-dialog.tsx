import type { ReviewDialogProps } from '#pwa/reviews/request-kind.ts'
import { type Review, ReviewRequestDialog } from '#pwa/reviews/review-request-dialog.tsx'
import { useReviewToast } from '#pwa/reviews/use-review-toast.ts'
import type { ReviewedDeposit } from '#shared/contract/deposits.ts'
import { formatAmount } from '#shared/format.ts'
import { useReviewDeposit } from './use-deposit-review.ts'

/** Approve, or reject with a reason, with the proof before one's eyes. */
export function ReviewDepositDialog(props: ReviewDialogProps<ReviewedDeposit>) {
  const { request, action, onClose } = props
  const { submit, isSubmitting } = useReviewDeposit()
  const tell = useReviewToast({ failed: 'Failed to review deposit request' })
  const isRejection = action === 'reject'

  async function review({ reason: rejectionReason, ...rest }: Review) {
    const { adminNotes, requireReverification } = rest
    tell(
      await submit({
        params: { id: request.id },
        body: {
          action,
          adminNotes,
          ...(isRejection ? { rejectionReason, requireReverification } : {}),
        },
      }),
    )
    onClose()
  }

  return (
    <ReviewRequestDialog
      request={request}
      action={action}
      noun="deposit request"
      rows={[
        { label: 'User', value: request.users.full_name },
        {
          label: isRejection ? 'Amount' : 'Credits',
          value: `${formatAmount(request.amount)} ${request.symbol}`,
          strong: true,
        },
      ]}
      isReasonRequired
      isSubmitting={isSubmitting}
      onReview={(given) => void review(given)}
      onClose={onClose}
    >
      <a href={request.screenshot_url} target="_blank" rel="noreferrer">
        <img
          src={request.screenshot_url}
          alt="Proof of the transfer, opens in full"
          className="h-40 w-full rounded-md border border-line bg-surface-2 object-contain"
        />
      </a>
    </ReviewRequestDialog>
  )
}
