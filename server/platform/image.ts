import { open } from 'node:fs/promises'
import sharp from 'sharp'
import { gate } from '#server/platform/gate.ts'
import { type Refusal, refuse } from '#shared/refusal.ts'

/** A picture re-encoded from its pixels: nothing hidden in the file survives. */
export interface Picture {
  readonly content: Buffer
  readonly mime: 'image/jpeg'
  /** 64 bits that stay nearly the same when a picture is resized or saved again. */
  readonly perceptualHash: bigint
}

/** Pixels of the largest picture that is decoded: more than today's phones take. */
const PIXELS_MAX = 50_000_000
/** The longer side of the stored picture: a long screenshot stays readable. */
const SIDE_MAX = 4_096
const JPEG_QUALITY = 88
/** Pictures decoded at once: each may take 150 MB. */
const DECODERS = 2
/** Pictures that wait for a decoder. */
const WAITING_MAX = 32

const enter = gate({ runningMax: DECODERS, waitingMax: WAITING_MAX })

/**
 * Decodes the JPEG, PNG, WebP or GIF at a path and encodes its pixels again as JPEG, upright and without
 * metadata.
 *
 * Refuses  upload.not_image, upload.broken, upload.too_large: first match wins
 * @throws RefusedRequest busy.try_later when too many wait
 */
export async function reencodeImage(file: string, path: string): Promise<Picture | Refusal> {
  // Decided by content: SVG and other documents never reach a decoder, even with a misleading name.
  if (!isPhotoFormat(await readStart(path))) return refuse('upload.not_image', { file })
  return await enter(() => decode(file, path))
}

async function decode(file: string, path: string): Promise<Picture | Refusal> {
  const options = { limitInputPixels: PIXELS_MAX, failOn: 'error', animated: false } as const
  try {
    // The header tells the size before a single pixel is decoded.
    const { width, height } = await sharp(path, { limitInputPixels: false }).metadata()
    if (width * height > PIXELS_MAX) {
      return refuse('upload.too_large', { file, maximum: '50 megapixels' })
    }
    const picture = await sharp(path, options)
      .rotate()
      .resize({ width: SIDE_MAX, height: SIDE_MAX, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#fff' })
      .jpeg({ quality: JPEG_QUALITY, chromaSubsampling: '4:4:4' })
      .toBuffer()
    return { content: picture, mime: 'image/jpeg', perceptualHash: await differenceHash(picture) }
  } catch {
    // The decoder's message would not help a user, who can only choose another file.
    return refuse('upload.broken', { file })
  }
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

/** One bit for each pair of neighbours in a 9 × 8 grey miniature: is the left one brighter? */
async function differenceHash(picture: Buffer): Promise<bigint> {
  const grey = await sharp(picture).greyscale().resize(9, 8, { fit: 'fill' }).raw().toBuffer()
  let bits = 0n
  for (let row = 0; row < 8; row += 1) {
    for (let column = 0; column < 8; column += 1) {
      const left = grey[row * 9 + column] ?? 0
      const right = grey[row * 9 + column + 1] ?? 0
      bits = (bits << 1n) | (left > right ? 1n : 0n)
    }
  }
  return BigInt.asIntN(64, bits)
}
