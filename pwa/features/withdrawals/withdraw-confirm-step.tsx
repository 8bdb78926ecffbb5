import { availableAfterwards } from '#pwa/components/available.tsx'
import { FormNotices } from '#pwa/components/form-notices.tsx'
import type { CommandForm } from '#pwa/hooks/use-command-form.ts'
import { Checkbox } from '#pwa/ui/checkbox.tsx'
import { Field, TextInput } from '#pwa/ui/field.tsx'
import { Money } from '#pwa/ui/money.tsx'
import { SummaryList } from '#pwa/ui/summary-list.tsx'
import { type Decimal, tryParseUnits } from '#shared/money.ts'
import { ADDRESS_LABEL_LENGTH_MAX } from '#shared/rules/saved-addresses.ts'
import { isSameAddress } from '#shared/rules/wallet-address.ts'
import { withdrawalCoin } from '#shared/rules/withdrawals.ts'
import { t } from '#shared/text/t.ts'
import { useSavedAddresses } from './use-withdrawals.ts'
import type { WithdrawForm } from './withdraw-draft.ts'

interface WithdrawConfirmStepProps {
  form: CommandForm<WithdrawForm>
  available: Decimal | undefined
}

/** Step 2: every number once more, and the full address. */
export function WithdrawConfirmStep({ form, available }: WithdrawConfirmStepProps) {
  const { symbol, amount, address, label } = form.draft
  const { networkLabel } = withdrawalCoin(symbol)
  const book = useSavedAddresses()
  const known = book.data?.find(
    (entry) => entry.symbol === symbol && isSameAddress(entry.address, address),
  )
  return (
    <form {...form.formProps} className="flex flex-col gap-4">
      <AddressInFull address={address} label={known?.label} networkLabel={networkLabel} />
      <SummaryList
        rows={[
          { label: t('Amount'), value: <Money amount={amount} symbol={symbol} />, strong: true },
          { label: t('Fee'), value: t('None. You receive the full amount.') },
          {
            label: t('You receive'),
            value: <Money amount={amount} symbol={symbol} />,
            strong: true,
          },
          availableAfterwards(tryParseUnits(amount), available, { symbol }),
        ]}
      />
      <p className="text-fg-3 text-sm">
        {t(
          'The amount is frozen until the request is reviewed. You can cancel it while it is pending, but not once it is in review.',
        )}
      </p>
      {book.data && !known && (
        <div className="flex flex-col gap-2">
          <Checkbox
            label={t('Save this address')}
            checked={label !== undefined}
            onChange={(event) => form.change({ label: event.target.checked ? '' : undefined })}
          />
          {label !== undefined && (
            <Field label={t('Label')} hint={t('Only you see it.')} error={form.error('label')}>
              <TextInput
                maxLength={ADDRESS_LABEL_LENGTH_MAX}
                placeholder={t('Hardware wallet')}
                value={label}
                onChange={(event) => form.change({ label: event.target.value })}
              />
            </Field>
          )}
        </div>
      )}
      <FormNotices form={form} waits={t('The request')} />
    </form>
  )
}

interface AddressInFullProps {
  address: string
  /** Its name in the address book. */
  label: string | undefined
  networkLabel: string
}

/** Users compare the ends of an address, so the ends are highlighted. */
const END_LENGTH = 6

function AddressInFull({ address, label, networkLabel }: AddressInFullProps) {
  const [start, middle, end] = [
    address.slice(0, END_LENGTH),
    address.slice(END_LENGTH, -END_LENGTH),
    address.slice(-END_LENGTH),
  ]
  return (
    <div className="flex flex-col gap-3 rounded-md border border-line bg-surface-2 p-4 text-center">
      <p>
        <span className="block text-fg-3 text-xs">{t('Network')}</span>
        <span className="font-semibold text-2xl text-fg">{networkLabel}</span>
      </p>
      <p className="flex flex-col gap-1">
        <span className="text-fg-3 text-xs">
          {label ? t('To “{label}”', { label }) : t('To this address')}
        </span>
        <code dir="ltr" className="text-balance break-all font-mono text-fg-2 text-sm md:text-base">
          <span className="font-semibold text-fg">{start}</span>
          {middle}
          <span className="font-semibold text-fg">{end}</span>
        </code>
      </p>
    </div>
  )
}
