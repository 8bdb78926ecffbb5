import { useSubmit } from '#pwa/hooks/use-submit.ts'
import { useToasts } from '#pwa/stores/toasts.ts'
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx'
import { cancelWithdrawal } from '#shared/contract/withdrawals.ts'
import { formatAmount } from '#shared/format.ts'
import type { Decimal } from '#shared/money.ts'

interface CancelWithdrawalDialogProps {
  request: { readonly id: string; readonly amount: Decimal; readonly symbol: string } | undefined
  onClose: () => void
}

/** Says what comes back before a request is taken back. */
export function CancelWithdrawalDialog({ request, onClose }: CancelWithdrawalDialogProps) {
  const { submit, isSubmitting } = useSubmit(cancelWithdrawal)
  const showToast = useToasts((state) => state.show)
  async function cancel() {
    if (!request) return
    const result = await submit({ params: { id: request.id } })
    if (result.state === 'refused') {
      const { error: title, message } = result.failure
      showToast({ title, message, tone: 'error' })
    } else if (result.state === 'done') {
      showToast({ title: 'Withdrawal cancelled', tone: 'success' })
    }
    onClose()
  }
  return (
    <ConfirmDialog
      open={request !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title="Cancel this withdrawal?"
      confirmLabel="Cancel withdrawal"
      dismissLabel="Keep it"
      tone="danger"
      busy={isSubmitting}
      onConfirm={() => void cancel()}
    >
      {request && (
        <p>
          The {formatAmount(request.amount)} {request.symbol} that it holds are available again.
        </p>
      )}
    </ConfirmDialog>
  )
}
