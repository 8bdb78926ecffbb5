import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { FormDialog } from '#pwa/components/form-dialog.tsx'
import { useCommandForm } from '#pwa/hooks/use-command-form.ts'
import { useUnsentIds } from '#pwa/hooks/use-outbox.ts'
import { useSubmit } from '#pwa/hooks/use-submit.ts'
import { showFailure } from '#pwa/stores/toasts.ts'
import { IconButton } from '#pwa/ui/button.tsx'
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx'
import { Field, TextInput } from '#pwa/ui/field.tsx'
import { ShortText } from '#pwa/ui/short-text.tsx'
import {
  removeSavedAddress,
  renameSavedAddress,
  type SavedAddress,
} from '#shared/contract/saved-addresses.ts'
import { formatDateTime } from '#shared/format.ts'
import { ADDRESS_LABEL_LENGTH_MAX } from '#shared/rules/saved-addresses.ts'
import { t } from '#shared/text/t.ts'
import type { Instant } from '#shared/time.ts'

interface SavedAddressRowProps {
  entry: SavedAddress
  /** From when the allowlist permits withdrawals to it; undefined: now. */
  usableAt: Instant | undefined
  onPick: () => void
}

export function SavedAddressRow({ entry, usableAt, onPick }: SavedAddressRowProps) {
  const [asked, setAsked] = useState<'rename' | 'remove'>()
  const { submit, isSubmitting } = useSubmit(removeSavedAddress)
  const isRemoving = useUnsentIds(removeSavedAddress).has(entry.id)
  async function remove() {
    const result = await submit({ params: { id: entry.id } })
    if (result.state === 'refused') showFailure(result.failure)
    setAsked(undefined)
  }
  return (
    <li className="flex items-center gap-1 border-line border-b last:border-b-0">
      <button
        type="button"
        onClick={onPick}
        aria-label={t('Use {label}', { label: entry.label })}
        className="-mx-2 flex min-h-16 min-w-0 flex-1 flex-col justify-center gap-0.5 rounded-md px-2 py-2 text-start transition-colors hover:bg-surface-2"
      >
        <ShortText className="font-medium text-base text-fg">{entry.label}</ShortText>
        <span className="break-all font-mono text-fg-3 text-xs">{entry.address}</span>
        {usableAt && (
          <span className="text-warn text-xs">
            {t('Can be used from {time}', { time: formatDateTime(usableAt) })}
          </span>
        )}
      </button>
      <IconButton
        label={t('Rename {name}', { name: entry.label })}
        onClick={() => setAsked('rename')}
      >
        <Pencil className="size-4" />
      </IconButton>
      <IconButton
        label={t('Remove {name}', { name: entry.label })}
        busy={isRemoving}
        onClick={() => setAsked('remove')}
      >
        <Trash2 className="size-4" />
      </IconButton>
      {asked === 'rename' && (
        <RenameAddressDialog entry={entry} onClose={() => setAsked(undefined)} />
      )}
      <ConfirmDialog
        open={asked === 'remove'}
        onClose={() => setAsked(undefined)}
        title={t('Remove this address?')}
        confirmLabel={t('Remove')}
        tone="danger"
        busy={isSubmitting}
        onConfirm={() => void remove()}
      >
        <p className="break-words">
          {t('“{label}” is removed from your address book. Past withdrawals to it do not change.', {
            label: entry.label,
          })}
        </p>
      </ConfirmDialog>
    </li>
  )
}

function RenameAddressDialog({ entry, onClose }: { entry: SavedAddress; onClose: () => void }) {
  const { submit } = useSubmit(renameSavedAddress)
  const form = useCommandForm({
    initial: { label: entry.label },
    send: (body) => submit({ params: { id: entry.id }, body }),
    fieldOf: { 'saved_address.label_taken': 'label' },
    waiting: t('The new label'),
    onSent: onClose,
  })
  const label = form.draft.label.trim()
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={t('Rename address')}
      size="small"
      submit={t('Save')}
      disabled={label === '' || label === entry.label}
    >
      <Field label={t('Label')} error={form.error('label')}>
        <TextInput maxLength={ADDRESS_LABEL_LENGTH_MAX} {...form.input('label')} />
      </Field>
    </FormDialog>
  )
}
