import { FormDialog } from '#pwa/components/form-dialog.tsx'
import { useCommandForm } from '#pwa/hooks/use-command-form.ts'
import { AmountInput } from '#pwa/ui/amount-input.tsx'
import { Field, TextInput } from '#pwa/ui/field.tsx'
import type { ReserveAddress } from '#shared/contract/reserves.ts'
import { readText } from '#shared/contract/text.ts'
import { t } from '#shared/text/t.ts'
import { useChangeReserves } from './use-reserves.ts'

interface ReserveBalanceDialogProps {
  reserve: ReserveAddress
  onClose: () => void
  onSaved: () => void
}

/** What an address holds, when, and where that was read. */
export function ReserveBalanceDialog({ reserve, onClose, onSaved }: ReserveBalanceDialogProps) {
  const { enterBalance } = useChangeReserves()
  const form = useCommandForm({
    initial: {
      amount: reserve.balance?.amount ?? '',
      asOf: '',
      source: reserve.balance?.source ?? '',
    },
    send: async ({ amount, asOf, source }) =>
      enterBalance({
        params: { id: reserve.id },
        // The field is in the time of this device.
        body: { amount, asOf: new Date(asOf).toISOString(), source },
      }),
    fieldOf: { 'reserve.in_future': 'asOf' },
    done: (response) => ({ title: t('Reserves'), message: readText(response, 'message') }),
    onSent: () => {
      onClose()
      onSaved()
    },
  })
  const { amount, asOf, source } = form.draft
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={t('Enter balance')}
      size="small"
      submit={t('Save')}
      disabled={amount.trim() === '' || asOf === '' || source.trim() === ''}
    >
      <p className="wrap-anywhere font-mono text-fg-2 text-sm">{reserve.address}</p>
      <Field label={t('Balance')} error={form.error('amount')}>
        <AmountInput
          unit={reserve.symbol}
          value={amount}
          onValueChange={(changed) => form.change({ amount: changed })}
        />
      </Field>
      <Field label={t('As of')} error={form.error('asOf')}>
        <TextInput type="datetime-local" {...form.input('asOf')} />
      </Field>
      <Field
        label={t('Source')}
        error={form.error('source')}
        hint={t('Where it was read, such as the name of an explorer.')}
      >
        <TextInput maxLength={120} {...form.input('source')} />
      </Field>
    </FormDialog>
  )
}
