import { BookUser } from 'lucide-react'
import { useState } from 'react'
import { FormDialog } from '#pwa/components/form-dialog.tsx'
import { OnThisDevice, unsentRows } from '#pwa/components/unsent-row.tsx'
import { problemOfRefusal } from '#pwa/hooks/refusal-problem.ts'
import { useCommandForm } from '#pwa/hooks/use-command-form.ts'
import { useHeldUp, useOutbox } from '#pwa/hooks/use-outbox.ts'
import { useSubmit } from '#pwa/hooks/use-submit.ts'
import { Button } from '#pwa/ui/button.tsx'
import { CodeInput } from '#pwa/ui/code-input.tsx'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { Field, TextInput } from '#pwa/ui/field.tsx'
import { PagedList } from '#pwa/ui/paged-list.tsx'
import { missingProblem } from '#pwa/ui/problem.ts'
import { SkeletonRows } from '#pwa/ui/skeleton.tsx'
import { EmptyState } from '#pwa/ui/states.tsx'
import {
  removeSavedAddress,
  renameSavedAddress,
  type SavedAddress,
  saveAddress,
} from '#shared/contract/saved-addresses.ts'
import { shortenAddress } from '#shared/format.ts'
import { refusalOf } from '#shared/rules/address-book.ts'
import { ADDRESS_LABEL_LENGTH_MAX } from '#shared/rules/saved-addresses.ts'
import { ADDRESS_DELAY_HOURS } from '#shared/rules/withdrawal-allowlist.ts'
import { type WithdrawalSymbol, withdrawalCoin } from '#shared/rules/withdrawals.ts'
import { t } from '#shared/text/t.ts'
import { AllowlistSwitch } from '../allowlist-switch.tsx'
import { useAllowed, useSavedAddresses } from '../use-withdrawals.ts'
import { SavedAddressRow } from './saved-address-row.tsx'

interface SavedAddressesDialogProps {
  open: boolean
  onClose: () => void
  /** The coin that is about to be withdrawn: the others' addresses are no choice. */
  symbol: WithdrawalSymbol
  onPick: (entry: SavedAddress) => void
}

export function SavedAddressesDialog(props: SavedAddressesDialogProps) {
  const { open, onClose, symbol, onPick } = props
  const [adds, setAdds] = useState(false)
  const book = useSavedAddresses()
  const { allowed, now } = useAllowed()
  const entries = book.data?.filter((entry) => entry.symbol === symbol)
  const waitsUntil = ({ usable_at: usableAt }: SavedAddress) =>
    allowed && usableAt > now ? usableAt : undefined
  const unsent = useOutbox(saveAddress).filter(({ body }) => body.symbol === symbol)
  const renames = useHeldUp(renameSavedAddress)
  const removals = useHeldUp(removeSavedAddress)
  function close() {
    setAdds(false)
    onClose()
  }
  if (adds) return <SaveAddressForm symbol={symbol} onClose={() => setAdds(false)} />
  return (
    <Dialog
      open={open}
      onClose={close}
      title={t('Saved {symbol} addresses', { symbol })}
      footer={
        <>
          <Button className="flex-1 md:flex-none" onClick={close}>
            {t('Back')}
          </Button>
          <Button variant="primary" className="flex-1 md:flex-none" onClick={() => setAdds(true)}>
            {t('Add address')}
          </Button>
        </>
      }
    >
      <div className="border-line border-b pb-3">
        <AllowlistSwitch />
      </div>
      <OnThisDevice
        rows={[
          ...unsentRows(unsent, ({ label, address }) => ({
            title: label,
            value: shortenAddress(address),
          })),
          ...unsentRows(renames, ({ label }) => ({ title: t('New label'), value: label })),
          ...unsentRows(removals, () => ({ title: t('Remove an address'), value: '' })),
        ]}
      />
      <PagedList
        query={book}
        rows={entries}
        loading={<SkeletonRows count={3} />}
        empty={
          unsent.length > 0 ? null : (
            <EmptyState
              icon={<BookUser className="size-5" />}
              title={t('No saved {symbol} addresses', { symbol })}
            >
              {t('Save an address under a name, so that you never have to type it again.')}
            </EmptyState>
          )
        }
      >
        {(found) => (
          <ul>
            {found.map((entry) => (
              <SavedAddressRow
                key={entry.id}
                entry={entry}
                usableAt={waitsUntil(entry)}
                onPick={() => onPick(entry)}
              />
            ))}
          </ul>
        )}
      </PagedList>
    </Dialog>
  )
}

function SaveAddressForm({ symbol, onClose }: { symbol: WithdrawalSymbol; onClose: () => void }) {
  const { submit } = useSubmit(saveAddress)
  const entries = useSavedAddresses().data
  const { allowed } = useAllowed()
  const { network, networkLabel } = withdrawalCoin(symbol)
  const form = useCommandForm({
    initial: { label: '', address: '' },
    check: ({ label, address }) =>
      missingProblem(
        { label, address },
        { title: '', message: t('Please fill in both label and address.') },
      ) ??
      problemOfRefusal(
        refusalOf(
          { label: label.trim(), symbol, network, address },
          // The server knows the platform's own addresses.
          { entries, platformAddresses: undefined },
        ),
      ),
    fieldOf: {
      'address.malformed': 'address',
      'withdrawal.platform_address': 'address',
      'saved_address.exists': 'address',
      'saved_address.label_taken': 'label',
    },
    send: ({ label, address }) => submit({ body: { label, symbol, network, address } }),
    waiting: t('The address'),
    done: { title: t('Address saved') },
    onSent: onClose,
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={t('Add {symbol} address', { symbol })}
      description={
        allowed &&
        t(
          'Your allowlist is on: you can use the address {hours, plural, one {# hour} other {# hours}} after saving it.',
          { hours: ADDRESS_DELAY_HOURS },
        )
      }
      submit={t('Save address')}
      back={t('Back')}
    >
      <Field label={t('Label')} hint={t('Only you see it.')} error={form.error('label')}>
        <TextInput
          maxLength={ADDRESS_LABEL_LENGTH_MAX}
          placeholder={t('Hardware wallet')}
          {...form.input('label')}
        />
      </Field>
      <Field
        label={t('Address')}
        aside={t('Network {network}', { network: networkLabel })}
        error={form.error('address')}
      >
        <CodeInput {...form.value('address')} />
      </Field>
    </FormDialog>
  )
}
