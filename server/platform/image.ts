import { open, readFile } from 'node:fs/promises'
import { gateOf } from '#server/platform/gate.ts'
import { MEGAPIXELS_MAX } from '#server/platform/pictures/megapixels.ts'
import { openPictureDecoder } from '#server/platform/pictures/picture-decoder.ts'
import { type Refusal, refuse } from '#shared/refusal.ts'

/** A picture re-encoded from its pixels, so that nothing hidden in the file survives. */
export interface Picture {
  readonly content: Buffer
  readonly mime: 'image/jpeg'
  /** A 64-bit hash that hardly changes when a picture is resized or saved again. */
  readonly perceptualHash: bigint
}

/** How many pictures are decoded at once: each may need 150 MB. */
const DECODERS = 2
/** How many pictures may wait for a decoder. */
const WAITING_MAX = 32

const use = gateOf(
  Array.from({ length: DECODERS }, () => openPictureDecoder()),
  { waitingMax: WAITING_MAX },
)

/**
 * Decodes the JPEG, PNG, WebP or GIF at a path and re-encodes its pixels as JPEG, upright and
 * without metadata.
 *
 * Refuses  upload.not_image, upload.broken, upload.too_many_pixels: first match wins
 * @throws RefusedRequest busy.try_later if too many are waiting
 */
export async function reencodeImage(file: string, path: string): Promise<Picture | Refusal> {
  // By content: SVG and other documents never reach the decoder, even with a misleading name.
  if (!isPhotoFormat(await readStart(path))) return refuse('upload.not_image', { file })
  const decoded = await use(async (decoder) => decoder.decode(await readFile(path)))
  if (decoded === 'broken') return refuse('upload.broken', { file })
  if (decoded === 'too_large') {
    return refuse('upload.too_many_pixels', { file, maximum: MEGAPIXELS_MAX })
  }
  return { ...decoded, content: Buffer.from(decoded.content), mime: 'image/jpeg' }
}

/** The first bytes of a file. */
async function readStart(path: string): Promise<string> {
  const handle = await open(path)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(12))
    return buffer.toString('latin1', 0, bytesRead)
  } finally {
    await handle.close()
  }
}

function isPhotoFormat(start: string): boolean {
  return (
    start.startsWith('\xff\xd8\xff') ||
    start.startsWith('\x89PNG\r\n\x1a\n') ||
    start.startsWith('GIF87a') ||
    start.startsWith('GIF89a') ||
    (start.startsWith('RIFF') && start.endsWith('WEBP'))
  )
}
