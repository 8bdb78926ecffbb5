import { BookUser } from 'lucide-react'
import { useState } from 'react'
import { FormDialog } from '#pwa/components/form-dialog.tsx'
import { UnsentRow } from '#pwa/components/unsent-row.tsx'
import { problemOfRefusal } from '#pwa/hooks/refusal-problem.ts'
import { useCommandForm } from '#pwa/hooks/use-command-form.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import { ErrorState } from '#pwa/ui/error-state.tsx'
import { Field } from '#pwa/ui/field.tsx'
import { missingProblem } from '#pwa/ui/problem.ts'
import { SkeletonRows } from '#pwa/ui/skeleton.tsx'
import { TextInput } from '#pwa/ui/text-input.tsx'
import { Textarea } from '#pwa/ui/textarea.tsx'
import type { SavedAddress } from '#shared/contract/saved-addresses.ts'
import { shortenAddress } from '#shared/format.ts'
import { refusalOf } from '#shared/rules/address-book.ts'
import { ADDRESS_LABEL_LENGTH_MAX } from '#shared/rules/saved-addresses.ts'
import { type WithdrawalSymbol, withdrawalCoin } from '#shared/rules/withdrawals.ts'
import { SavedAddressRow } from './saved-address-row.tsx'
import { useSaveAddress, useSavedAddresses, useUnsentAddresses } from './use-saved-addresses.ts'

interface SavedAddressesDialogProps {
  open: boolean
  onClose: () => void
  /** The coin that is about to be withdrawn: the others' addresses are no choice. */
  symbol: WithdrawalSymbol
  onPick: (entry: SavedAddress) => void
}

/** The own address book of one coin: to pick from, to add to, to put in order. */
export function SavedAddressesDialog(props: SavedAddressesDialogProps) {
  const { open, onClose, symbol, onPick } = props
  const [adds, setAdds] = useState(false)
  const book = useSavedAddresses()
  const entries = book.data?.filter((entry) => entry.symbol === symbol)
  function close() {
    setAdds(false)
    onClose()
  }
  if (adds) return <SaveAddressForm symbol={symbol} onClose={() => setAdds(false)} />
  return (
    <Dialog
      open={open}
      onClose={close}
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

interface SaveAddressFormProps {
  symbol: WithdrawalSymbol
  onClose: () => void
}

/** A new entry of the address book. */
function SaveAddressForm({ symbol, onClose }: SaveAddressFormProps) {
  const { submit } = useSaveAddress()
  const entries = useSavedAddresses().data
  const { network, networkLabel } = withdrawalCoin(symbol)
  const form = useCommandForm({
    initial: { label: '', address: '' },
    check: ({ label, address }) =>
      missingProblem({ label, address }, MISSING) ??
      problemOfRefusal(refusalOf({ label: label.trim(), symbol, network, address }, { entries })),
    fieldOf: {
      'address.malformed': 'address',
      'saved_address.exists': 'address',
      'saved_address.label_taken': 'label',
    },
    send: ({ label, address }) => submit({ body: { label, symbol, network, address } }),
    waiting: 'The address is saved by itself.',
    done: { title: 'Address saved' },
    onSent: onClose,
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={`Add ${symbol} address`}
      submit="Save address"
      back="Back"
    >
      <Field label="Label" hint="Only you see it." error={form.error('label')}>
        <TextInput
          maxLength={ADDRESS_LABEL_LENGTH_MAX}
          placeholder="Hardware wallet"
          {...form.input('label')}
        />
      </Field>
      <Field label="Address" aside={`Network ${networkLabel}`} error={form.error('address')}>
        <Textarea
          rows={2}
          spellCheck={false}
          autoCapitalize="none"
          autoComplete="off"
          className="break-all font-mono"
          value={form.draft.address}
          onChange={(event) => form.change({ address: event.target.value.replace(/\s/g, '') })}
        />
      </Field>
    </FormDialog>
  )
}

const MISSING = { title: '', message: 'Please fill in both label and address.' }
