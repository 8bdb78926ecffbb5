import { CircleAlert, FileText, Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { formatBytes } from '#shared/format.ts'
import { t } from '#shared/text/t.ts'
import { IconButton } from './button.tsx'
import { classNames } from './class-names.ts'
import { ShortText } from './short-text.tsx'

interface PickedFileProps {
  file: File
  /** Why it cannot be sent. */
  error?: string | undefined
  onRemove: () => void
}

/** A chosen file with a small preview. */
export function PickedFile({ file, error, onRemove }: PickedFileProps) {
  const preview = usePreview(file)
  return (
    <div
      className={classNames(
        'flex items-center gap-3 rounded-md border bg-surface-2 p-2 pe-1',
        error === undefined ? 'border-line' : 'border-danger',
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
        <ShortText className="font-medium text-fg text-sm">{file.name}</ShortText>
        <span className="num text-fg-3 text-xs">{formatBytes(file.size)}</span>
        {error !== undefined && (
          <span role="alert" className="flex items-start gap-1 text-danger text-xs">
            <CircleAlert aria-hidden="true" className="mt-0.5 size-3 shrink-0" />
            <span className="wrap-anywhere">{error}</span>
          </span>
        )}
      </span>
      <IconButton label={t('Remove {name}', { name: file.name })} onClick={onRemove}>
        <Trash2 className="size-5" />
      </IconButton>
    </div>
  )
}

/** A URL for a local image, revoked when the image is no longer shown. */
export function usePreview(file: File): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!file.type.startsWith('image/')) return setUrl(undefined)
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return url
}
