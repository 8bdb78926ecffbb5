import { useToasts } from '#pwa/stores/toasts.ts'
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx'
import type { DepositAddress } from '#shared/contract/deposit-addresses.ts'
import { readText } from '#shared/contract/text.ts'
import type { DepositNetwork, DepositSymbol } from '#shared/rules/deposits.ts'
import { useChangeAddresses } from './use-deposit-addresses.ts'

interface SwitchAddressDialogProps {
  entry: DepositAddress
  onClose: () => void
  onChanged: () => void
}

/** Takes an address away at once, or proposes to offer it again. */
export function SwitchAddressDialog({ entry, onClose, onChanged }: SwitchAddressDialogProps) {
  const symbol = entry.asset_symbol as DepositSymbol
  const network = entry.network as DepositNetwork
  const { is_active: isActive } = entry
  const { setActive, isSubmitting } = useChangeAddresses()
  const showToast = useToasts((state) => state.show)

  async function confirm() {
    const result = await setActive(symbol, network, !isActive)
    onClose()
    if (result.state === 'refused') {
      const { message } = result.failure
      showToast({ title: 'Failed to update address', message, tone: 'error' })
    } else if (result.state === 'done' && !isActive) {
      showToast({ title: 'Proposed', message: readText(result.answer, 'message') })
    }
    onChanged()
  }

  return (
    <ConfirmDialog
      onClose={onClose}
      title={isActive ? `Take ${symbol} away?` : `Offer ${symbol} again?`}
      confirmLabel={isActive ? 'Deactivate' : 'Activate'}
      tone={isActive ? 'danger' : 'primary'}
      busy={isSubmitting}
      onConfirm={() => void confirm()}
    >
      {isActive
        ? 'Users no longer see this address. Deposits that name it are still reviewed. Offering it again needs a second member of staff.'
        : 'Users are shown this address again once another member of staff has approved it. Check that it is still yours.'}
    </ConfirmDialog>
  )
}
