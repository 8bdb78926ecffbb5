import { FormDialog } from '#pwa/components/form-dialog.tsx'
import { useCommandForm } from '#pwa/hooks/use-command-form.ts'
import { useSubmit } from '#pwa/hooks/use-submit.ts'
import { Field } from '#pwa/ui/field.tsx'
import { TextInput } from '#pwa/ui/text-input.tsx'
import type { SavedAddress } from '#shared/contract/saved-addresses.ts'
import { renameSavedAddress } from '#shared/contract/saved-addresses.ts'
import { ADDRESS_LABEL_LENGTH_MAX } from '#shared/rules/saved-addresses.ts'

interface RenameAddressDialogProps {
  entry: SavedAddress
  onClose: () => void
}

export function RenameAddressDialog({ entry, onClose }: RenameAddressDialogProps) {
  const { submit } = useSubmit(renameSavedAddress)
  const form = useCommandForm({
    initial: { label: entry.label },
    send: (body) => submit({ params: { id: entry.id }, body }),
    fieldOf: { 'saved_address.label_taken': 'label' },
    waiting: 'The new label is sent by itself.',
    onSent: onClose,
  })
  const label = form.draft.label.trim()
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title="Rename address"
      size="small"
      submit="Save"
      disabled={label === '' || label === entry.label}
    >
      <Field label="Label" error={form.error('label')}>
        <TextInput maxLength={ADDRESS_LABEL_LENGTH_MAX} {...form.input('label')} />
      </Field>
    </FormDialog>
  )
}
