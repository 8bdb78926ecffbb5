import { useState } from 'react'
import type { ReviewDialogProps } from '#pwa/reviews/request-kind.ts'
import { type Review, ReviewRequestDialog } from '#pwa/reviews/review-request-dialog.tsx'
import { useReviewToast } from '#pwa/reviews/use-review-toast.ts'
import { CopyButton } from '#pwa/ui/copy-button.tsx'
import { Notice } from '#pwa/ui/notice.tsx'
import type { ReviewedWithdrawal } from '#shared/contract/withdrawals.ts'
import { formatAmount } from '#shared/format.ts'
import { ProofPicker, proofProblemOf } from './proof-picker.tsx'
import { useReviewWithdrawal } from './use-withdrawal-review.ts'

/** Approve, with a picture of the transfer if there is one, or reject. */
export function ReviewWithdrawalDialog(props: ReviewDialogProps<ReviewedWithdrawal>) {
  const { request, action, onClose } = props
  const { submit, isSubmitting } = useReviewWithdrawal()
  const tell = useReviewToast({ failed: 'Failed to review withdraw request' })
  const [proof, setProof] = useState<File>()
  const isRejection = action === 'reject'
  // The first of two approvals sends nothing, so there is nothing to show a picture of.
  const isSent = !isRejection && (!request.needs_second_approval || request.first_approval !== null)
  const proofProblem = proof && proofProblemOf(proof)

  async function review({ adminNotes, reason, requireReverification }: Review) {
    tell(
      await submit({
        params: { id: request.id },
        body: {
          action,
          adminNotes,
          ...(isRejection
            ? {
                rejectionReason: reason,
                requireReverification: requireReverification ? 'true' : 'false',
              }
            : {}),
        },
        files: isSent && proof ? { screenshot: proof } : {},
      }),
    )
    onClose()
  }

  return (
    <ReviewRequestDialog
      request={request}
      action={action}
      noun="withdraw request"
      rows={[
        { label: 'User', value: request.users.full_name },
        {
          label: isRejection ? 'Returns' : 'Leaves the platform',
          value: `${formatAmount(request.amount)} ${request.symbol}`,
          strong: true,
        },
        { label: 'Network', value: request.network, strong: true },
      ]}
      isReasonRequired={false}
      isSubmitting={isSubmitting}
      isHeldBack={proofProblem !== undefined}
      onReview={(given) => void review(given)}
      onClose={onClose}
    >
      {!isRejection && (
        <div className="flex flex-col gap-2 rounded-md border border-line bg-surface-2 p-3">
          <code className="break-all text-center font-mono text-fg text-sm">
            {request.wallet_address}
          </code>
          <CopyButton text={request.wallet_address} label="Copy address" wide />
        </div>
      )}
      {isSent && (
        <>
          <Notice tone="warn">
            Approve once {request.symbol} is on its way on {request.network}: an approval is not
            undone.
          </Notice>
          <ProofPicker file={proof} onFileChange={setProof} problem={proofProblem} />
        </>
      )}
    </ReviewRequestDialog>
  )
}
