import { SavedAddressesDialog } from '#pwa/features/withdrawals/saved-addresses/saved-addresses-dialog.tsx'
import {
  removeSavedAddress,
  renameSavedAddress,
  saveAddress,
} from '#shared/contract/saved-addresses.ts'
import type { Queueing } from '#tests/pwa/support/queueing.ts'

const addresses = (
  <SavedAddressesDialog open onClose={() => undefined} symbol="USDT" onPick={() => undefined} />
)

export const queueing: readonly Queueing[] = [
  {
    route: saveAddress,
    body: {
      label: 'Hardware wallet',
      symbol: 'USDT',
      address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
    },
    list: addresses,
    shows: 'Hardware wallet',
  },
  { route: renameSavedAddress, body: { label: 'Desk' }, list: addresses, shows: 'Desk' },
  { route: removeSavedAddress, body: undefined, list: addresses, shows: 'Remove an address' },
]
