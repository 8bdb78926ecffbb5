import { useSubmit } from '#pwa/hooks/use-submit.ts'
import { useToasts } from '#pwa/stores/toasts.ts'
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx'
import type { SpotTrade } from '#shared/contract/spot-orders.ts'
import { cancelTrade } from '#shared/contract/spot-orders.ts'
import { formatAmount } from '#shared/format.ts'

interface CancelOrderDialogProps {
  order: SpotTrade | undefined
  onClose: () => void
}

/** Says what is given up and what comes back before an order is taken back. */
export function CancelOrderDialog({ order, onClose }: CancelOrderDialogProps) {
  const { submit, isSubmitting } = useSubmit(cancelTrade)
  const showToast = useToasts((state) => state.show)
  async function cancel() {
    if (!order) return
    const result = await submit({ params: { id: order.id } })
    if (result.state === 'refused') {
      showToast({
        title: result.failure.error,
        message: result.failure.message,
        tone: 'error',
      })
    }
    onClose()
  }
  return (
    <ConfirmDialog
      open={order !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title="Cancel this order?"
      confirmLabel="Cancel order"
      dismissLabel="Keep order"
      tone="danger"
      busy={isSubmitting}
      onConfirm={() => void cancel()}
    >
      {order && (
        <p>
          {order.side === 'buy' ? 'Buy' : 'Sell'} {formatAmount(order.amount)} of {order.symbol}.
          The {formatAmount(order.held)} {order.heldSymbol} that it holds are available again.
        </p>
      )}
    </ConfirmDialog>
  )
}
