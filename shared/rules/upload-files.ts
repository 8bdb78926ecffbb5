import { formatBytes } from '#shared/format.ts'
import { type Refusal, refuse } from '#shared/refusal.ts'

/** The part of a file that a form checks; the server also checks its content. */
interface ChosenFile {
  readonly name: string
  readonly type: string
  readonly size: number
}

/**
 * Why an image cannot be sent; undefined if it can.
 *
 * Refuses  upload.not_image, upload.too_large: first match wins
 */
export function imageRefusalOf(file: ChosenFile, bytesMax: number): Refusal | undefined {
  if (!file.type.startsWith('image/')) return refuse('upload.not_image', { file: file.name })
  return sizeRefusalOf(file, bytesMax)
}

/**
 * Why a document cannot be sent; undefined if it can.
 *
 * Refuses  upload.not_document, upload.too_large: first match wins
 */
export function documentRefusalOf(
  file: ChosenFile,
  { bytesMax, extensions }: { readonly bytesMax: number; readonly extensions: readonly string[] },
): Refusal | undefined {
  const extension = file.name.split('.').at(-1)?.toLowerCase() ?? ''
  if (!extensions.includes(extension)) return refuse('upload.not_document', { file: file.name })
  return sizeRefusalOf(file, bytesMax)
}

function sizeRefusalOf({ name, size }: ChosenFile, bytesMax: number): Refusal | undefined {
  if (size <= bytesMax) return undefined
  return refuse('upload.too_large', { file: name, maximum: formatBytes(bytesMax) })
}
