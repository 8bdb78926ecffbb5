import { useState } from 'react'
import { waitsForConnection } from '#pwa/hooks/waits-for-connection.ts'
import { useToasts } from '#pwa/stores/toasts.ts'
import { Button } from '#pwa/ui/button.tsx'
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
  const { submit, isSubmitting } = useRenameSavedAddress()
  const showToast = useToasts((state) => state.show)
  const [label, setLabel] = useState(entry.label)
  const [problem, setProblem] = useState<string>()
  const isUnchanged = label.trim() === '' || label.trim() === entry.label

  async function rename() {
    if (isUnchanged) return
    const result = await submit({ params: { id: entry.id }, body: { label } })
    if (result.state === 'refused') return setProblem(result.failure.message)
    if (result.state === 'waiting') {
      showToast(waitsForConnection('The new label is sent by itself.'))
    }
    onClose()
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Rename address"
      size="small"
      locked={isSubmitting}
      footer={
        <>
          <Button className="flex-1 md:flex-none" disabled={isSubmitting} onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            form="rename-address"
            variant="primary"
            className="flex-1 md:flex-none"
            busy={isSubmitting}
            disabled={isUnchanged}
          >
            Save
          </Button>
        </>
      }
    >
      <form
        id="rename-address"
        onSubmit={(event) => {
          event.preventDefault()
          void rename()
        }}
      >
        <Field label="Label" error={problem}>
          <TextInput
            maxLength={ADDRESS_LABEL_LENGTH_MAX}
            value={label}
            onChange={(event) => {
              setLabel(event.target.value)
              setProblem(undefined)
            }}
          />
        </Field>
      </form>
    </Dialog>
  )
}
