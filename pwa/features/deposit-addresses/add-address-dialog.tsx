import { FormDialog } from '#pwa/components/form-dialog.tsx'
import { useCommandForm } from '#pwa/hooks/use-command-form.ts'
import { CodeInput } from '#pwa/ui/code-input.tsx'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { Field, Select } from '#pwa/ui/field.tsx'
import { Notice } from '#pwa/ui/notice.tsx'
import type { DepositAddress } from '#shared/contract/deposit-addresses.ts'
import { readText } from '#shared/contract/text.ts'
import { DEPOSIT_COINS } from '#shared/rules/deposits.ts'
import { t } from '#shared/text/t.ts'
import { useChangeAddresses } from './use-deposit-addresses.ts'

interface AddAddressDialogProps {
  open: boolean
  onClose: () => void
  existing: readonly DepositAddress[]
  onAdded: () => void
}

/** Only coins that have no address yet are offered: the others are edited. */
export function AddAddressDialog(props: AddAddressDialogProps) {
  const { open, onClose, existing, onAdded } = props
  const { add } = useChangeAddresses()
  const missing = DEPOSIT_COINS.filter(
    (coin) => !existing.some((entry) => entry.asset_symbol === coin.symbol),
  )
  const coinOf = (chosen: string) => missing.find(({ symbol }) => symbol === chosen) ?? missing[0]
  const form = useCommandForm({
    initial: { symbol: '', address: '' },
    send: async ({ symbol, address }) => {
      const coin = coinOf(symbol)
      return coin && add(coin.symbol, coin.network, address)
    },
    fieldOf: { 'address.malformed': 'address' },
    done: (response) => ({ title: t('Proposed'), message: readText(response, 'message') }),
    onSent: () => {
      form.reset()
      onClose()
      onAdded()
    },
  })
  const coin = coinOf(form.draft.symbol)
  if (!coin) {
    return (
      <Dialog open={open} onClose={onClose} title={t('Add deposit address')}>
        <Notice>
          {t('Every coin already has an address. To change one, choose Edit on its card.')}
        </Notice>
      </Dialog>
    )
  }
  return (
    <FormDialog
      form={form}
      open={open}
      onClose={onClose}
      title={t('Add deposit address')}
      submit={t('Propose address')}
      disabled={form.draft.address === ''}
    >
      <Field label={t('Coin and network')}>
        <Select {...form.input('symbol')} value={coin.symbol}>
          {missing.map(({ symbol, networkLabel }) => (
            <option key={symbol} value={symbol}>
              {symbol} · {networkLabel}
            </option>
          ))}
        </Select>
      </Field>
      <Field
        label={t('Address')}
        error={form.error('address')}
        hint={t('Its checksum must match the network.')}
      >
        <CodeInput {...form.value('address')} />
      </Field>
      <Notice tone="warn">
        {t(
          'Users send their money to this address once another member of staff has approved it. All staff are notified now.',
        )}
      </Notice>
    </FormDialog>
  )
}
