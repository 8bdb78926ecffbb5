import { useState } from 'react'
import { waitsForConnection } from '#pwa/hooks/waits-for-connection.ts'
import { useToasts } from '#pwa/stores/toasts.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { Field } from '#pwa/ui/field.tsx'
import { Notice } from '#pwa/ui/notice.tsx'
import { TextInput } from '#pwa/ui/text-input.tsx'
import { Textarea } from '#pwa/ui/textarea.tsx'
import { describeRefusal } from '#shared/errors.ts'
import { ADDRESS_LABEL_LENGTH_MAX } from '#shared/rules/saved-addresses.ts'
import { isAddressOf } from '#shared/rules/wallet-address.ts'
import { type WithdrawalSymbol, withdrawalCoin } from '#shared/rules/withdrawals.ts'
import { useSaveAddress } from './use-saved-addresses.ts'

interface SaveAddressFormProps {
  symbol: WithdrawalSymbol
  onClose: () => void
}

/** A new entry of the address book. */
export function SaveAddressForm({ symbol, onClose }: SaveAddressFormProps) {
  const { submit, isSubmitting } = useSaveAddress()
  const showToast = useToasts((state) => state.show)
  const [label, setLabel] = useState('')
  const [address, setAddress] = useState('')
  const [problem, setProblem] = useState<string>()
  const { network, networkLabel } = withdrawalCoin(symbol)

  async function save() {
    if (label.trim() === '' || address === '') {
      return setProblem('Please fill in both label and address.')
    }
    if (!isAddressOf(network, address)) {
      return setProblem(describeRefusal('address.malformed', { network }).message)
    }
    const result = await submit({ body: { label, symbol, network, address } })
    if (result.state === 'refused') return setProblem(result.failure.message)
    showToast(
      result.state === 'waiting'
        ? waitsForConnection('The address is saved by itself.')
        : { title: 'Address saved', tone: 'success' },
    )
    onClose()
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Add ${symbol} address`}
      locked={isSubmitting}
      footer={
        <>
          <Button className="flex-1 md:flex-none" disabled={isSubmitting} onClick={onClose}>
            Back
          </Button>
          <Button
            type="submit"
            form="save-address"
            variant="primary"
            className="flex-1 md:flex-none"
            busy={isSubmitting}
          >
            Save address
          </Button>
        </>
      }
    >
      <form
        id="save-address"
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <Field label="Label" hint="Only you see it.">
          <TextInput
            maxLength={ADDRESS_LABEL_LENGTH_MAX}
            placeholder="Hardware wallet"
            value={label}
            onChange={(event) => {
              setLabel(event.target.value)
              setProblem(undefined)
            }}
          />
        </Field>
        <Field label="Address" aside={`Network ${networkLabel}`}>
          <Textarea
            rows={2}
            spellCheck={false}
            autoCapitalize="none"
            autoComplete="off"
            className="break-all font-mono"
            value={address}
            onChange={(event) => {
              setAddress(event.target.value.replace(/\s/g, ''))
              setProblem(undefined)
            }}
          />
        </Field>
        {problem && <Notice tone="down">{problem}</Notice>}
      </form>
    </Dialog>
  )
}
