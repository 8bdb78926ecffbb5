import { useToasts } from '#pwa/stores/toasts.ts'
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx'
import { problemOfFailure } from '#pwa/ui/problem.ts'
import type { DepositAddress } from '#shared/contract/deposit-addresses.ts'
import { readText } from '#shared/contract/text.ts'
import { t } from '#shared/text/t.ts'
import { useChangeAddresses } from './use-deposit-addresses.ts'

interface SwitchAddressDialogProps {
  entry: DepositAddress
  onClose: () => void
  onChanged: () => void
}

/** Deactivates an address at once, or proposes to reactivate it. */
export function SwitchAddressDialog({ entry, onClose, onChanged }: SwitchAddressDialogProps) {
  const { asset_symbol: symbol, network, is_active: isActive } = entry
  const { setActive, isSubmitting } = useChangeAddresses()
  const showToast = useToasts((state) => state.show)

  async function confirm() {
    const result = await setActive(symbol, network, !isActive)
    onClose()
    if (result.state === 'refused') {
      const { message } = problemOfFailure(result.failure)
      showToast({ title: t('Failed to update address'), message, tone: 'error' })
    } else if (result.state === 'done' && !isActive) {
      showToast({ title: t('Proposed'), message: readText(result.response, 'message') })
    }
    onChanged()
  }

  return (
    <ConfirmDialog
      onClose={onClose}
      title={
        isActive
          ? t('Deactivate the {symbol} address?', { symbol })
          : t('Activate the {symbol} address again?', { symbol })
      }
      confirmLabel={isActive ? t('Deactivate') : t('Activate')}
      tone={isActive ? 'danger' : 'primary'}
      busy={isSubmitting}
      onConfirm={() => void confirm()}
    >
      {isActive
        ? t(
            'Users no longer see this address. Deposits that name it are still reviewed. Activating it again needs a second member of staff.',
          )
        : t(
            'Users are shown this address again once another member of staff has approved it. Check that it is still yours.',
          )}
    </ConfirmDialog>
  )
}
