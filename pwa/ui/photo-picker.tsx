import { Camera, Trash2 } from 'lucide-react'
import { t } from '#shared/text/t.ts'
import { IconButton } from './button.tsx'
import { classNames } from './class-names.ts'
import { useFieldControl } from './field.tsx'
import { ACCEPT, FileDrop } from './file-drop.tsx'
import { useFocusInPlace } from './keep-focus.ts'
import { usePreview } from './picked-file.tsx'
import { ShortText } from './short-text.tsx'

interface PhotoPickerProps {
  /** What the photo must show, as the field's label: the camera button repeats it. */
  subject: string
  /** Which camera a phone offers: the back or the front one. */
  camera: 'environment' | 'user'
  bytesMax: number
  file: File | undefined
  onFileChange: (file: File | undefined) => void
}

/** A photograph: taken with a phone or chosen as a file, and shown large enough to judge it. */
export function PhotoPicker(props: PhotoPickerProps) {
  const { subject, camera, bytesMax, file, onFileChange } = props
  const place = useFocusInPlace<HTMLDivElement>(file)
  return (
    <div ref={place} className="flex flex-col gap-2">
      {file ? (
        <Photo file={file} onRemove={() => onFileChange(undefined)} />
      ) : (
        <>
          <CameraButton subject={subject} camera={camera} onFile={onFileChange} />
          <FileDrop
            accepts="image"
            bytesMax={bytesMax}
            onFiles={([chosen]) => onFileChange(chosen)}
          />
        </>
      )}
    </div>
  )
}

/** Shown only on touch devices, which have a camera to hold over a document. */
function CameraButton(props: {
  subject: string
  camera: PhotoPickerProps['camera']
  onFile: (file: File | undefined) => void
}) {
  const { 'aria-describedby': describedBy } = useFieldControl()
  return (
    <label
      className={classNames(
        'hidden h-11 items-center justify-center gap-2 rounded-md bg-surface-3 font-semibold text-fg text-sm pointer-coarse:flex',
        'has-focus-visible:outline-2 has-focus-visible:outline-info has-focus-visible:outline-offset-2',
      )}
    >
      <Camera aria-hidden="true" className="size-5" />
      {t('Take a photo')}
      <input
        type="file"
        aria-label={t('Take a photo: {subject}', { subject: props.subject })}
        accept={ACCEPT.image}
        capture={props.camera}
        aria-describedby={describedBy}
        className="sr-only"
        onChange={(event) => {
          const taken = event.target.files?.[0]
          event.target.value = ''
          if (taken) props.onFile(taken)
        }}
      />
    </label>
  )
}

function Photo({ file, onRemove }: { file: File; onRemove: () => void }) {
  const preview = usePreview(file)
  return (
    <figure className="overflow-hidden rounded-md border border-line bg-surface-2">
      {preview ? (
        <img src={preview} alt="" className="h-40 w-full bg-surface-3 object-contain" />
      ) : (
        <span className="block h-40 w-full bg-surface-3" />
      )}
      <figcaption className="flex items-center gap-2 ps-3">
        <ShortText className="min-w-0 flex-1 text-fg-2 text-sm">{file.name}</ShortText>
        <IconButton label={t('Remove {name}', { name: file.name })} onClick={onRemove}>
          <Trash2 className="size-5" />
        </IconButton>
      </figcaption>
    </figure>
  )
}
