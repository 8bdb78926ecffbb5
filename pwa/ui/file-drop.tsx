import { ImageUp } from 'lucide-react'
import { type DragEvent, useId, useState } from 'react'
import { formatBytes } from '#shared/format.ts'
import { msg, t } from '#shared/text/t.ts'
import { classNames } from './class-names.ts'
import { useFieldControl } from './field.tsx'

export type Acceptable = 'image' | 'document'

interface FileDropProps {
  accepts: Acceptable
  /** The size limit to tell; the form refuses what is larger. */
  bytesMax: number | undefined
  multiple?: boolean
  onFiles: (files: File[]) => void
  disabled?: boolean | undefined
}

export const ACCEPT: Readonly<Record<Acceptable, string>> = {
  image: 'image/jpeg,image/png,image/webp,image/gif',
  document:
    '.pdf,.doc,.docx,.jpg,.jpeg,.png,image/jpeg,image/png,application/pdf,application/msword,application/vnd.openxmlformats-officedocument.wordprocessingml.document',
}

/** An empty place for files: press it, or drop them on it. */
export function FileDrop(props: FileDropProps) {
  const { accepts, bytesMax, multiple = false, onFiles, disabled = false } = props
  const { 'aria-describedby': describedBy, ...field } = useFieldControl()
  const id = useId()
  const [over, setOver] = useState(false)
  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    const dropped = [...event.dataTransfer.files]
    if (!disabled && dropped.length > 0) onFiles(multiple ? dropped : dropped.slice(0, 1))
  }
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
      <span className="font-medium text-fg text-sm">
        {t(CHOOSE[accepts][Number(multiple)] ?? '')}
      </span>
      <span id={id} className="text-fg-3 text-xs">
        {multiple ? t('or drop them here') : t('or drop it here')}
        {bytesMax !== undefined && ` · ${limitOf(formatBytes(bytesMax), multiple)}`}
      </span>
      <input
        {...field}
        aria-describedby={classNames(describedBy, id)}
        type="file"
        accept={ACCEPT[accepts]}
        multiple={multiple}
        disabled={disabled}
        onChange={(event) => {
          const chosen = [...(event.target.files ?? [])]
          // The same file may be chosen again after it was removed.
          event.target.value = ''
          if (chosen.length > 0) onFiles(chosen)
        }}
        className="absolute inset-0 cursor-pointer opacity-0"
      />
    </div>
  )
}

function limitOf(maximum: string, multiple: boolean): string {
  return multiple ? t('up to {maximum} each', { maximum }) : t('up to {maximum}', { maximum })
}

const CHOOSE: Readonly<Record<Acceptable, readonly [one: string, several: string]>> = {
  image: [msg('Choose an image'), msg('Choose images')],
  document: [msg('Choose an image, PDF or Word file'), msg('Choose images, PDF or Word files')],
}
