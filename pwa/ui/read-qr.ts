/** A QR code in a hand-held frame is read at this size; more pixels only take longer. */
const SIDE_MAX = 800

type Source = HTMLVideoElement | ImageBitmap

/** The text of the QR code in an image or a frame of a video; undefined if there is none. */
export async function readQr(source: Source): Promise<string | undefined> {
  const { decodeQR } = await import('qr/decode.js')
  const image = pixelsOf(source)
  if (!image) return undefined
  try {
    return decodeQR(image)
  } catch {
    return undefined
  }
}

/**
 * As above, in a file.
 *
 * @throws if the browser cannot decode the image
 */
export async function readQrFile(file: Blob): Promise<string | undefined> {
  const bitmap = await createImageBitmap(file)
  try {
    return await readQr(bitmap)
  } finally {
    bitmap.close()
  }
}

function pixelsOf(source: Source): ImageData | undefined {
  const [width, height] =
    source instanceof ImageBitmap
      ? [source.width, source.height]
      : [source.videoWidth, source.videoHeight]
  if (width === 0 || height === 0) return undefined
  const scale = Math.min(1, SIDE_MAX / Math.max(width, height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width * scale))
  canvas.height = Math.max(1, Math.round(height * scale))
  const pen = canvas.getContext('2d', { willReadFrequently: true })
  // Transparent images are meant to be seen on white.
  if (pen) pen.fillStyle = '#fff'
  pen?.fillRect(0, 0, canvas.width, canvas.height)
  pen?.drawImage(source, 0, 0, canvas.width, canvas.height)
  return pen?.getImageData(0, 0, canvas.width, canvas.height)
}
