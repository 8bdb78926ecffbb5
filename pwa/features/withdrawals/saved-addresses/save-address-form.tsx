import { FormDialog } from '#pwa/components/form-dialog.tsx'
import { problemOfRefusal } from '#pwa/hooks/refusal-problem.ts'
import { useCommandForm } from '#pwa/hooks/use-command-form.ts'
import { Field } from '#pwa/ui/field.tsx'
import { missingProblem } from '#pwa/ui/problem.ts'
import { TextInput } from '#pwa/ui/text-input.tsx'
import { Textarea } from '#pwa/ui/textarea.tsx'
import { refusalOf } from '#shared/rules/address-book.ts'
import { ADDRESS_LABEL_LENGTH_MAX } from '#shared/rules/saved-addresses.ts'
import { type WithdrawalSymbol, withdrawalCoin } from '#shared/rules/withdrawals.ts'
import { useSaveAddress, useSavedAddresses } from './use-saved-addresses.ts'

interface SaveAddressFormProps {
  symbol: WithdrawalSymbol
  onClose: () => void
}

/** A new entry of the address book. */
export function SaveAddressForm({ symbol, onClose }: SaveAddressFormProps) {
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
