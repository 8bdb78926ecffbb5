import { FormDialog } from '#pwa/components/form-dialog.tsx'
import { useCommandForm } from '#pwa/hooks/use-command-form.ts'
import { CodeInput } from '#pwa/ui/code-input.tsx'
import { CopyableCode } from '#pwa/ui/copy-button.tsx'
import { Field, Select } from '#pwa/ui/field.tsx'
import { readText } from '#shared/contract/text.ts'
import { RESERVE_MESSAGE_DAYS, RESERVE_SYMBOLS, reserveNetworksOf } from '#shared/rules/reserves.ts'
import { t } from '#shared/text/t.ts'
import { useChangeReserves, useReserveMessage } from './use-reserves.ts'

interface AddReserveDialogProps {
  open: boolean
  onClose: () => void
  onAdded: () => void
}

type Symbol = (typeof RESERVE_SYMBOLS)[number]

/** The message appears with the address: its key signs both. */
export function AddReserveDialog({ open, onClose, onAdded }: AddReserveDialogProps) {
  const { add } = useChangeReserves()
  const form = useCommandForm({
    initial: { symbol: 'BTC' as Symbol, network: '', address: '', signature: '' },
    send: async ({ symbol, network, address, signature }) => {
      if (message === undefined) return undefined
      const on = networkOf(symbol, network)
      return add({ body: { symbol, network: on, address, message, signature } })
    },
    fieldOf: {
      'address.malformed': 'address',
      'reserve.exists': 'address',
      'reserve.not_signed': 'signature',
    },
    done: (response) => ({ title: t('Reserve added'), message: readText(response, 'message') }),
    onSent: () => {
      form.reset()
      onClose()
      onAdded()
    },
  })
  const { symbol, network, address, signature } = form.draft
  const message: string | undefined = useReserveMessage(address).data?.message
  return (
    <FormDialog
      form={form}
      open={open}
      onClose={onClose}
      title={t('Add reserve address')}
      submit={t('Add address')}
      disabled={message === undefined || signature === ''}
    >
      <div className="grid grid-cols-2 gap-4">
        <Field label={t('Asset')}>
          <Select {...form.input('symbol')}>
            {RESERVE_SYMBOLS.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </Select>
        </Field>
        <Field label={t('Network')}>
          <Select {...form.input('network')} value={networkOf(symbol, network)}>
            {reserveNetworksOf(symbol).map((each) => (
              <option key={each}>{each}</option>
            ))}
          </Select>
        </Field>
      </div>
      <Field
        label={t('Address')}
        error={form.error('address')}
        hint={t('The message to sign appears once you have entered the address.')}
      >
        <CodeInput {...form.value('address')} />
      </Field>
      {message !== undefined && (
        <div className="flex flex-col gap-1.5">
          <p className="text-fg-2 text-sm">
            {t(
              'Sign this message with the key of the address. It can be used for {days, plural, one {# day} other {# days}}.',
              { days: RESERVE_MESSAGE_DAYS },
            )}
          </p>
          <CopyableCode text={message} label={t('Copy message')} />
        </div>
      )}
      <Field label={t('Signature')} error={form.error('signature')}>
        <CodeInput rows={3} {...form.value('signature')} />
      </Field>
    </FormDialog>
  )
}

/** The network that was chosen, if it holds the asset; otherwise its first. */
function networkOf(symbol: Symbol, chosen: string) {
  const networks = reserveNetworksOf(symbol)
  return networks.find((each) => each === chosen) ?? networks[0]
}
