import { t } from '#shared/text/t.ts'
import { type Acceptable, FileDrop } from './file-drop.tsx'
import { useFocusInPlace } from './keep-focus.ts'
import { PickedFile } from './picked-file.tsx'

interface FilePickerProps {
  accepts: Acceptable
  /** The size limit to tell; the form refuses what is larger. */
  bytesMax?: number
  file: File | undefined
  onFileChange: (file: File | undefined) => void
  disabled?: boolean
}

export function FilePicker({ accepts, bytesMax, file, onFileChange, disabled }: FilePickerProps) {
  const place = useFocusInPlace<HTMLDivElement>(file)
  return (
    <div ref={place}>
      {file ? (
        <PickedFile file={file} onRemove={() => onFileChange(undefined)} />
      ) : (
        <FileDrop
          accepts={accepts}
          bytesMax={bytesMax}
          onFiles={([chosen]) => onFileChange(chosen)}
          disabled={disabled}
        />
      )}
    </div>
  )
}

interface FileListPickerProps {
  accepts: Acceptable
  bytesMax: number
  /** The maximum number of files; any further ones are dropped. */
  countMax: number
  files: readonly File[]
  onFilesChange: (files: readonly File[]) => void
  /** Why a file cannot be sent; undefined if it can. */
  problemOf: (file: File) => string | undefined
}

/** Several files, each listed with what is wrong with it. */
export function FileListPicker(props: FileListPickerProps) {
  const { accepts, bytesMax, countMax, files, onFilesChange, problemOf } = props
  const isFull = files.length >= countMax
  const place = useFocusInPlace<HTMLDivElement>(files)
  return (
    <div ref={place} className="flex flex-col gap-2">
      {!isFull && (
        <FileDrop
          accepts={accepts}
          bytesMax={bytesMax}
          multiple
          onFiles={(chosen) => onFilesChange([...files, ...chosen].slice(0, countMax))}
        />
      )}
      {files.length > 0 && (
        <ul aria-label={t('Chosen files')} className="flex flex-col gap-2">
          {files.map((file, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same file may be listed twice
            <li key={`${file.name} ${index}`}>
              <PickedFile
                file={file}
                error={problemOf(file)}
                onRemove={() => onFilesChange(files.filter((each) => each !== file))}
              />
            </li>
          ))}
        </ul>
      )}
      {isFull && <p className="text-fg-3 text-xs">{t('No more files can be attached.')}</p>}
    </div>
  )
}
