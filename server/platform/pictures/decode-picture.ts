import sharp from 'sharp'
import { MEGAPIXELS_MAX } from './megapixels.ts'

/** A picture re-encoded from its pixels, so that nothing hidden in the file survives. */
export interface Decoded {
  /** JPEG. */
  readonly content: Uint8Array
  /** A 64-bit hash that hardly changes when a picture is resized or saved again. */
  readonly perceptualHash: bigint
}

export type DecodingFault = 'broken' | 'too_large'

const PIXELS_MAX = MEGAPIXELS_MAX * 1_000_000
/** The longer side of the stored picture: a long screenshot must remain readable. */
const SIDE_MAX = 4_096
const JPEG_QUALITY = 88

/** Encodes a picture again, upright and without metadata. */
export async function decodePicture(file: Uint8Array): Promise<Decoded | DecodingFault> {
  const options = { limitInputPixels: PIXELS_MAX, failOn: 'error', animated: false } as const
  try {
    // The header contains the size, so it can be checked before decoding.
    const { width, height } = await sharp(file, { limitInputPixels: false }).metadata()
    if (width * height > PIXELS_MAX) return 'too_large'
    const content = await sharp(file, options)
      .rotate()
      .resize({ width: SIDE_MAX, height: SIDE_MAX, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#fff' })
      .jpeg({ quality: JPEG_QUALITY, chromaSubsampling: '4:4:4' })
      .toBuffer()
    return { content, perceptualHash: await differenceHash(content) }
  } catch {
    // The decoder's message would not help users, who can only choose another file.
    return 'broken'
  }
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
