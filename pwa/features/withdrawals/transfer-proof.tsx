import { useEffect, useState } from 'react'
import type { ExtraProps } from '#pwa/reviews/review-view.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Field } from '#pwa/ui/field.tsx'
import { FilePicker } from '#pwa/ui/file-picker.tsx'
import { SCREENSHOT_BYTES_MAX } from '#shared/contract/deposits.ts'
import type { ReviewedWithdrawal } from '#shared/contract/withdrawals.ts'
import { describeRefusal } from '#shared/errors.ts'
import { formatBytes } from '#shared/format.ts'
import { t } from '#shared/text/t.ts'

type Props = Pick<ExtraProps<ReviewedWithdrawal>, 'draft' | 'onChange'>

/** The screenshot of a transfer, which its user sees with the result. */
export function ProofPicker({ draft: { file }, onChange }: Props) {
  const problem = file && proofProblemOf(file)
  const onFileChange = (picked: File | undefined) => onChange({ file: picked })
  return (
    <Field
      label={t('Withdrawal screenshot')}
      hint={t('The user sees it with the result.')}
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
          alt={t('Preview of the withdrawal screenshot')}
          className="h-48 w-full rounded-sm bg-surface-3 object-contain"
        />
      )}
      <div className="flex items-center justify-between gap-3 ps-1">
        <span title={file.name} className="min-w-0 truncate text-fg-2 text-sm">
          <bdi>{file.name}</bdi>{' '}
          <bdi className="num text-fg-3 text-xs">{formatBytes(file.size)}</bdi>
        </span>
        <Button size="small" onClick={onRemove}>
          {t('Remove')}
        </Button>
      </div>
    </div>
  )
}
