import { CopyButton } from '#pwa/ui/copy-button.tsx'
import { Field, TextInput } from '#pwa/ui/field.tsx'
import { ImageDialog } from '#pwa/ui/image-dialog.tsx'

interface PictureDialogProps {
  name: string
  url: string
  onClose: () => void
}

export function PictureDialog({ name, url, onClose }: PictureDialogProps) {
  const address = new URL(url, window.location.origin).href
  return (
    <ImageDialog title={`Profile picture of ${name}`} url={url} onClose={onClose}>
      <div className="flex flex-col gap-1.5">
        <div className="flex items-end gap-2">
          <Field label="Image URL" className="flex-1">
            <TextInput readOnly value={address} onFocus={(event) => event.target.select()} />
          </Field>
          <span className="pb-0.5 md:pb-1.5">
            <CopyButton text={address} label="Copy" />
          </span>
        </div>
        <p className="text-fg-3 text-xs">Works for a few minutes.</p>
      </div>
    </ImageDialog>
  )
}
