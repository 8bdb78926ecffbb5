import { FormFooter } from '#pwa/components/form-footer.tsx'
import { FormNotices } from '#pwa/components/form-notices.tsx'
import { useCommandForm } from '#pwa/hooks/use-command-form.ts'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { Field } from '#pwa/ui/field.tsx'
import { TextInput } from '#pwa/ui/text-input.tsx'
import type { SavedAddress } from '#shared/contract/saved-addresses.ts'
import { ADDRESS_LABEL_LENGTH_MAX } from '#shared/rules/saved-addresses.ts'
import { useRenameSavedAddress } from './use-saved-addresses.ts'

interface RenameAddressDialogProps {
  entry: SavedAddress
  onClose: () => void
}

export function RenameAddressDialog({ entry, onClose }: RenameAddressDialogProps) {
  const { submit } = useRenameSavedAddress()
  const form = useCommandForm({
    initial: { label: entry.label },
    send: (body) => submit({ params: { id: entry.id }, body }),
    fieldOf: { 'saved_address.label_taken': 'label' },
    waiting: 'The new label is sent by itself.',
    onSent: onClose,
  })
  const label = form.draft.label.trim()
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Rename address"
      size="small"
      locked={form.isBusy}
      footer={
        <FormFooter
          form={form}
          submit="Save"
          disabled={label === '' || label === entry.label}
          onBack={onClose}
        />
      }
    >
      <form {...form.formProps} className="flex flex-col gap-4">
        <Field label="Label" error={form.error('label')}>
          <TextInput maxLength={ADDRESS_LABEL_LENGTH_MAX} {...form.input('label')} />
        </Field>
        <FormNotices form={form} />
      </form>
    </Dialog>
  )
}
