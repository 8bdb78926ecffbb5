import { Button } from '#pwa/ui/button.tsx'
import { CodeInput } from '#pwa/ui/code-input.tsx'
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx'
import { Field, Select } from '#pwa/ui/field.tsx'
import type { DepositAddress } from '#shared/contract/deposit-addresses.ts'
import { DEPOSIT_NETWORKS } from '#shared/rules/deposits.ts'
import { t } from '#shared/text/t.ts'
import { AddressComparison } from './address-comparison.tsx'
import type { AddressForm } from './use-address-form.ts'

interface AddressEditorProps {
  entry: DepositAddress
  editor: AddressForm
}

export function AddressFields({ entry, editor: { form } }: AddressEditorProps) {
  return (
    <form {...form.formProps} className="flex flex-col gap-4">
      <Field
        label={t('{symbol} address', { symbol: entry.asset_symbol })}
        error={form.error('address')}
      >
        <CodeInput autoFocus {...form.value('address')} />
      </Field>
      <Field label={t('Network')} error={form.error('network')}>
        <Select {...form.input('network')}>
          {DEPOSIT_NETWORKS.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </Select>
      </Field>
    </form>
  )
}

export function EditorButtons({
  entry,
  editor: { form },
  onCancel,
}: AddressEditorProps & { onCancel: () => void }) {
  const { address, network } = form.draft
  const isSame = address === entry.address && network === entry.network
  return (
    <>
      <Button
        {...form.submitProps}
        size="small"
        variant="primary"
        disabled={address === '' || isSame}
      >
        {t('Save')}
      </Button>
      <Button size="small" disabled={form.isBusy} onClick={onCancel}>
        {t('Cancel')}
      </Button>
    </>
  )
}

/** Asks before the change is proposed: users will send their money to the new address. */
export function ConfirmChange({ entry, editor }: AddressEditorProps) {
  const { form, stopAsking, confirm } = editor
  const { asset_symbol: symbol } = entry
  return (
    <ConfirmDialog
      onClose={stopAsking}
      title={t('Change the {symbol} address?', { symbol })}
      confirmLabel={t('Propose')}
      busy={form.isBusy}
      onConfirm={confirm}
    >
      <div className="flex flex-col gap-4">
        <AddressComparison before={entry.address} after={form.draft.address} />
        <p>
          {t(
            'Users send their {symbol} to the new address once another member of staff has approved it. All staff are notified now.',
            { symbol },
          )}
        </p>
      </div>
    </ConfirmDialog>
  )
}
