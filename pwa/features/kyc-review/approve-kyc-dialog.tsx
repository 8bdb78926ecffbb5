import { failureText } from '#pwa/features/outbox/failure-text.ts'
import { useToasts } from '#pwa/stores/toasts.ts'
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx'
import { SummaryList } from '#pwa/ui/summary-list.tsx'
import type { KycRequest } from '#shared/contract/kyc.ts'
import { useReviewKyc } from './use-kyc-review.ts'

interface ApproveKycDialogProps {
  request: KycRequest
  onClose: () => void
  onDone: () => void
}

/** Source: spec 2 §8. */
const FAILED = { title: 'Error', message: 'Action failed' } as const

export function ApproveKycDialog({ request, onClose, onDone }: ApproveKycDialogProps) {
  const { submit, isSubmitting } = useReviewKyc()
  const showToast = useToasts((state) => state.show)

  async function approve() {
    const result = await submit({ body: { kycId: request.id, action: 'approve' } })
    if (result.state === 'refused') {
      const { message } = failureText(result.failure, FAILED)
      showToast({ title: 'Error', message, tone: 'error' })
    } else if (result.state === 'done') {
      showToast({ title: 'Success', message: result.answer.message, tone: 'success' })
    }
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
