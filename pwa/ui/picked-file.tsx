import { CircleAlert, FileText, Trash2 } from 'lucide-react'
import { formatBytes } from '#shared/format.ts'
import { classNames } from './class-names.ts'
import { IconButton } from './icon-button.tsx'
import { usePreview } from './use-preview.ts'

interface PickedFileProps {
  file: File
  /** Why it cannot be sent. */
  error?: string | undefined
  onRemove: () => void
}

/** A file that was chosen, with a small look at it. */
export function PickedFile({ file, error, onRemove }: PickedFileProps) {
  const preview = usePreview(file)
  return (
    <div
      className={classNames(
        'flex items-center gap-3 rounded-md border bg-surface-2 p-2 pr-1',
        error === undefined ? 'border-line' : 'border-down',
      )}
    >
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
        {error !== undefined && (
          <span role="alert" className="flex items-start gap-1 text-down text-xs">
            <CircleAlert aria-hidden="true" className="mt-0.5 size-3 shrink-0" />
            <span className="wrap-anywhere">{error}</span>
          </span>
        )}
      </span>
      <IconButton label={`Remove ${file.name}`} onClick={onRemove}>
        <Trash2 className="size-5" />
      </IconButton>
    </div>
  )
}
