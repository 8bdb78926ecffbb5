import { useEffect, useState } from 'react'
import { Button } from '#pwa/ui/button.tsx'
import { Field } from '#pwa/ui/field.tsx'
import { FilePicker } from '#pwa/ui/file-picker.tsx'
import { SCREENSHOT_BYTES_MAX } from '#shared/contract/deposits.ts'
import { describeRefusal } from '#shared/errors.ts'
import { formatBytes } from '#shared/format.ts'

interface ProofPickerProps {
  file: File | undefined
  onFileChange: (file: File | undefined) => void
  problem: string | undefined
}

/** A screenshot of the transfer, with a large preview. */
export function ProofPicker({ file, onFileChange, problem }: ProofPickerProps) {
  return (
    <Field
      label="Withdrawal screenshot"
      hint="The user sees it with the result."
      error={problem}
      optional
    >
      {file && !problem ? (
        <Preview file={file} onRemove={() => onFileChange(undefined)} />
      ) : (
        <FilePicker
          accepts="image"
          bytesMax={SCREENSHOT_BYTES_MAX}
          file={file}
          onFileChange={onFileChange}
        />
      )}
    </Field>
  )
}

/** What the server would refuse. */
export function proofProblemOf({ name, type, size }: File): string | undefined {
  if (!type.startsWith('image/')) return describeRefusal('upload.not_image', { file: name }).message
  if (size <= SCREENSHOT_BYTES_MAX) return undefined
  const maximum = formatBytes(SCREENSHOT_BYTES_MAX)
  return describeRefusal('upload.too_large', { file: name, maximum }).message
}

function Preview({ file, onRemove }: { file: File; onRemove: () => void }) {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return (
    <div className="flex flex-col gap-2 rounded-md border border-line bg-surface-2 p-2">
      {url && (
        <img
          src={url}
          alt="Preview of the withdrawal screenshot"
          className="h-48 w-full rounded-sm bg-surface-3 object-contain"
        />
      )}
      <div className="flex items-center justify-between gap-3 pl-1">
        <span className="min-w-0 truncate text-fg-2 text-sm">
          {file.name} <span className="num text-fg-3 text-xs">{formatBytes(file.size)}</span>
        </span>
        <Button size="small" onClick={onRemove}>
          Remove
        </Button>
      </div>
    </div>
  )
}
