import { FileText, ImageUp, Trash2 } from 'lucide-react'
import { type DragEvent, useEffect, useState } from 'react'
import { formatBytes } from '#shared/format.ts'
import { classNames } from './class-names.ts'
import { useFieldControl } from './field.tsx'
import { IconButton } from './icon-button.tsx'

interface FilePickerProps {
  accepts: 'image' | 'document'
  /** The size limit to tell; the form refuses what is larger. */
  bytesMax?: number
  file: File | undefined
  onFileChange: (file: File | undefined) => void
  disabled?: boolean
}

const ACCEPT = {
  image: 'image/jpeg,image/png,image/webp,image/gif',
  document:
    'image/jpeg,image/png,application/pdf,application/msword,application/vnd.openxmlformats-officedocument.wordprocessingml.document',
}

export function FilePicker({ accepts, bytesMax, file, onFileChange, disabled }: FilePickerProps) {
  if (file) return <PickedFile file={file} onRemove={() => onFileChange(undefined)} />
  return (
    <EmptyPicker
      accepts={accepts}
      bytesMax={bytesMax}
      onFile={onFileChange}
      disabled={disabled ?? false}
    />
  )
}

interface EmptyPickerProps {
  accepts: 'image' | 'document'
  bytesMax: number | undefined
  onFile: (file: File | undefined) => void
  disabled: boolean
}

function EmptyPicker({ accepts, bytesMax, onFile, disabled }: EmptyPickerProps) {
  const field = useFieldControl()
  const [over, setOver] = useState(false)
  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    if (!disabled) onFile(event.dataTransfer.files[0])
  }
  const kind = accepts === 'image' ? 'an image' : 'an image, PDF or Word file'
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an extra to the input inside
    <div
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={classNames(
        'relative flex min-h-28 flex-col items-center justify-center gap-1 rounded-md border border-dashed p-4 text-center transition-colors has-disabled:opacity-45 has-focus-visible:outline-2 has-focus-visible:outline-info has-focus-visible:outline-offset-2',
        over ? 'border-info bg-info/8' : 'border-control bg-surface-2 hover:border-fg-3',
      )}
    >
      <ImageUp aria-hidden="true" className="size-6 text-fg-3" />
      <span className="font-medium text-fg text-sm">Choose {kind}</span>
      <span className="text-fg-3 text-xs">
        or drop it here{bytesMax !== undefined && ` · up to ${formatBytes(bytesMax)}`}
      </span>
      <input
        {...field}
        type="file"
        accept={ACCEPT[accepts]}
        disabled={disabled}
        onChange={(event) => onFile(event.target.files?.[0])}
        className="absolute inset-0 cursor-pointer opacity-0"
      />
    </div>
  )
}

function PickedFile({ file, onRemove }: { file: File; onRemove: () => void }) {
  const preview = usePreview(file)
  return (
    <div className="flex items-center gap-3 rounded-md border border-line bg-surface-2 p-2 pr-1">
      {preview ? (
        <img
          src={preview}
          alt=""
          className="size-14 shrink-0 rounded-sm bg-surface-3 object-cover"
        />
      ) : (
        <span className="grid size-14 shrink-0 place-items-center rounded-sm bg-surface-3 text-fg-3">
          <FileText aria-hidden="true" className="size-6" />
        </span>
      )}
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="truncate font-medium text-fg text-sm">{file.name}</span>
        <span className="num text-fg-3 text-xs">{formatBytes(file.size)}</span>
      </span>
      <IconButton label={`Remove ${file.name}`} onClick={onRemove}>
        <Trash2 className="size-5" />
      </IconButton>
    </div>
  )
}

/** An object URL lives exactly as long as its file is shown. */
function usePreview(file: File): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!file.type.startsWith('image/')) return setUrl(undefined)
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return url
}
