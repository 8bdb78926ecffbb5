import { type Acceptable, FileDrop } from './file-drop.tsx'
import { PickedFile } from './picked-file.tsx'

interface FilePickerProps {
  accepts: Acceptable
  /** The size limit to tell; the form refuses what is larger. */
  bytesMax?: number
  file: File | undefined
  onFileChange: (file: File | undefined) => void
  disabled?: boolean
}

/** One file. */
export function FilePicker({ accepts, bytesMax, file, onFileChange, disabled }: FilePickerProps) {
  if (file) return <PickedFile file={file} onRemove={() => onFileChange(undefined)} />
  return (
    <FileDrop
      accepts={accepts}
      bytesMax={bytesMax}
      onFiles={([chosen]) => onFileChange(chosen)}
      disabled={disabled}
    />
  )
}
