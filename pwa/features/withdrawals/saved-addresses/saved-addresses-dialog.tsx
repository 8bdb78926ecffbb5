import { BookUser } from 'lucide-react'
import { useState } from 'react'
import { UnsentRow } from '#pwa/components/unsent-row.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import { ErrorState } from '#pwa/ui/error-state.tsx'
import { SkeletonRows } from '#pwa/ui/skeleton.tsx'
import type { SavedAddress } from '#shared/contract/saved-addresses.ts'
import { shortenAddress } from '#shared/format.ts'
import type { WithdrawalSymbol } from '#shared/rules/withdrawals.ts'
import { SaveAddressForm } from './save-address-form.tsx'
import { SavedAddressRow } from './saved-address-row.tsx'
import { useSavedAddresses, useUnsentAddresses } from './use-saved-addresses.ts'

interface SavedAddressesDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The coin that is about to be withdrawn: the others' addresses are no choice. */
  symbol: WithdrawalSymbol
  onPick: (entry: SavedAddress) => void
}

/** The own address book of one coin: to pick from, to add to, to put in order. */
export function SavedAddressesDialog(props: SavedAddressesDialogProps) {
  const { open, onOpenChange, symbol, onPick } = props
  const [adds, setAdds] = useState(false)
  const book = useSavedAddresses()
  const entries = book.data?.filter((entry) => entry.symbol === symbol)
  function close() {
    setAdds(false)
    onOpenChange(false)
  }
  if (adds) return <SaveAddressForm symbol={symbol} onClose={() => setAdds(false)} />
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => (next ? onOpenChange(true) : close())}
      title={`Saved ${symbol} addresses`}
      footer={
        <>
          <Button className="flex-1 md:flex-none" onClick={close}>
            Back
          </Button>
          <Button variant="primary" className="flex-1 md:flex-none" onClick={() => setAdds(true)}>
            Add address
          </Button>
        </>
      }
    >
      {book.isLoading && <SkeletonRows count={3} />}
      {!book.data && book.error && (
        <ErrorState message={book.error.message} onRetry={book.refetch} />
      )}
      {entries?.length === 0 && (
        <EmptyState icon={<BookUser className="size-5" />} title={`No saved ${symbol} addresses`}>
          Keep an address under a name, and you never have to type it again.
        </EmptyState>
      )}
      <ul>
        {entries?.map((entry) => (
          <SavedAddressRow key={entry.id} entry={entry} onPick={() => onPick(entry)} />
        ))}
      </ul>
      <UnsentAddresses symbol={symbol} />
    </Dialog>
  )
}

function UnsentAddresses({ symbol }: { symbol: WithdrawalSymbol }) {
  const unsent = useUnsentAddresses().filter(({ body }) => body.symbol === symbol)
  if (unsent.length === 0) return null
  return (
    <ul aria-label="On this device">
      {unsent.map((row) => (
        <UnsentRow
          key={row.id}
          title={row.body.label}
          value={shortenAddress(row.body.address)}
          row={row}
        />
      ))}
    </ul>
  )
}
