import { useState } from 'react'
import { useToasts } from '#pwa/stores/toasts.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { Field } from '#pwa/ui/field.tsx'
import { Notice } from '#pwa/ui/notice.tsx'
import { Select } from '#pwa/ui/select.tsx'
import { TextInput } from '#pwa/ui/text-input.tsx'
import type { DepositAddress } from '#shared/contract/deposit-addresses.ts'
import { DEPOSIT_COINS } from '#shared/rules/deposits.ts'
import { useChangeAddresses } from './use-deposit-addresses.ts'

interface AddAddressDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  existing: readonly DepositAddress[]
  onAdded: () => void
}

/** Only coins that have no address yet are offered: the others are edited. */
export function AddAddressDialog(props: AddAddressDialogProps) {
  const { open, onOpenChange, existing, onAdded } = props
  const { add, isSubmitting } = useChangeAddresses()
  const showToast = useToasts((state) => state.show)
  const missing = DEPOSIT_COINS.filter(
    (coin) => !existing.some((entry) => entry.asset_symbol === coin.symbol),
  )
  const [chosen, setChosen] = useState<string>()
  const [address, setAddress] = useState('')
  const [problem, setProblem] = useState<string>()
  const coin = missing.find(({ symbol }) => symbol === chosen) ?? missing[0]

  async function save() {
    if (!coin) return
    const result = await add(coin.symbol, coin.network, address)
    if (result.state === 'refused') return setProblem(result.failure.message)
    showToast({ title: 'Success', message: `${coin.symbol} address added.`, tone: 'success' })
    setAddress('')
    onOpenChange(false)
    onAdded()
  }

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Add deposit address"
      locked={isSubmitting}
      footer={
        coin && (
          <Button
            variant="primary"
            className="flex-1 md:flex-none"
            busy={isSubmitting}
            disabled={address.trim() === ''}
            onClick={() => void save()}
          >
            Add address
          </Button>
        )
      }
    >
      {coin ? (
        <div className="flex flex-col gap-4">
          <Field label="Coin and network">
            <Select value={coin.symbol} onChange={(event) => setChosen(event.target.value)}>
              {missing.map(({ symbol, networkLabel }) => (
                <option key={symbol} value={symbol}>
                  {symbol} · {networkLabel}
                </option>
              ))}
            </Select>
          </Field>
          <Field label="Address" error={problem} hint="Its checksum is checked for the network.">
            <TextInput
              spellCheck={false}
              autoCapitalize="none"
              className="font-mono"
              value={address}
              onChange={(event) => {
                setProblem(undefined)
                setAddress(event.target.value)
              }}
            />
          </Field>
          <Notice tone="warn">
            Users send their money to this address. Every member of staff is told of the change.
          </Notice>
        </div>
      ) : (
        <Notice>Every coin has an address. Edit the one that changes.</Notice>
      )}
    </Dialog>
  )
}
