import { FormDialog } from '#pwa/components/form-dialog.tsx'
import { useCommandForm } from '#pwa/hooks/use-command-form.ts'
import { useSubmit } from '#pwa/hooks/use-submit.ts'
import { cancelTrade, type SpotTrade } from '#shared/contract/spot-orders.ts'
import { formatAmount } from '#shared/format.ts'

interface CancelOrderDialogProps {
  order: SpotTrade | undefined
  onClose: () => void
}

/** Says what is given up and what comes back before an order is taken back. */
export function CancelOrderDialog({ order, onClose }: CancelOrderDialogProps) {
  const { submit } = useSubmit(cancelTrade)
  const form = useCommandForm({
    initial: { id: order?.id ?? '' },
    send: (params) => submit({ params }),
    onSent: onClose,
  })
  return (
    <FormDialog
      form={form}
      open={order !== undefined}
      onClose={onClose}
      title="Cancel this order?"
      size="small"
      submit="Cancel order"
      back="Keep order"
      variant="danger"
    >
      {order && (
        <p className="text-fg-2 text-sm">
          {order.side === 'buy' ? 'Buy' : 'Sell'} {formatAmount(order.amount)} of {order.symbol}.
          The {formatAmount(order.held)} {order.heldSymbol} that it holds are available again.
        </p>
      )}
    </FormDialog>
  )
}
