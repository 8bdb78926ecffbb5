import { useReviewToast } from '#pwa/reviews/use-review-toast.ts'
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx'
import { SummaryList } from '#pwa/ui/summary-list.tsx'
import type { KycRequest } from '#shared/contract/kyc.ts'
import { useReviewKyc } from './use-kyc-review.ts'

interface ApproveKycDialogProps {
  request: KycRequest
  onClose: () => void
  onDone: () => void
}

export function ApproveKycDialog({ request, onClose, onDone }: ApproveKycDialogProps) {
  const { submit, isSubmitting } = useReviewKyc()
  const tell = useReviewToast({ failed: 'Action failed' })

  async function approve() {
    tell(await submit({ body: { kycId: request.id, action: 'approve' } }))
    onDone()
  }

  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Approve this verification?"
      confirmLabel="Approve"
      tone="up"
      busy={isSubmitting}
      onConfirm={() => void approve()}
    >
      <SummaryList
        rows={[
          { label: 'Full name', value: request.full_name || 'N/A', strong: true },
          { label: 'Account', value: request.user.full_name || 'N/A' },
          { label: 'Email', value: request.user.email || 'N/A' },
        ]}
      />
    </ConfirmDialog>
  )
}
