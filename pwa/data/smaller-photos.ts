import { within } from '#pwa/loading/time-limit.ts'
import type { RouteDefinition } from '#shared/contract/route.ts'
import { photoSize, SHRUNK_QUALITY, shouldShrink } from '#shared/rules/photos.ts'
import type { AnyInput } from './api-request.ts'

/** A photo that takes longer is sent as it is. */
const SHRINK_MS_MAX = 15_000

/**
 * The same input with smaller photos, which arrive over a slow connection and take less room on the
 * device. One after the other, because a decoded photo takes much memory. Never rejects.
 */
export async function withSmallerPhotos<Input extends AnyInput>(
  { files: fields = {} }: Pick<RouteDefinition, 'files'>,
  input: Input,
): Promise<Input> {
  const given = Object.entries((input.files ?? {}) as Readonly<Record<string, unknown>>)
  const files: Record<string, unknown> = {}
  for (const [field, value] of given) {
    const isPhoto = fields[field]?.accepts === 'image' && value instanceof File
    files[field] = isPhoto ? await smallerPhoto(value) : value
  }
  return { ...input, files }
}

/** A JPEG of the photo; the photo itself if it is small, cannot be read, or would not get smaller. */
export async function smallerPhoto(photo: File): Promise<File> {
  if (!shouldShrink(photo)) return photo
  try {
    const jpeg = await within(SHRINK_MS_MAX, jpegOf(photo))
    if (!jpeg || jpeg.size >= photo.size) return photo
    const name = `${photo.name.replace(/\.\w+$/, '')}.jpg`
    return new File([jpeg], name, { type: 'image/jpeg', lastModified: photo.lastModified })
  } catch {
    return photo
  }
}

async function jpegOf(photo: File): Promise<Blob | null> {
  if (!canReadCanvas()) return null
  // A browser that cannot turn it as the camera was held refuses the option.
  const bitmap = await createImageBitmap(photo, { imageOrientation: 'from-image' })
  try {
    const { width, height } = photoSize(bitmap)
    const [canvas, pen] = newCanvas(width, height)
    pen.imageSmoothingQuality = 'high'
    // Transparent images get a white background, as on the server.
    pen.fillStyle = '#fff'
    pen.fillRect(0, 0, width, height)
    pen.drawImage(bitmap, 0, 0, width, height)
    return await new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', SHRUNK_QUALITY))
  } finally {
    bitmap.close()
  }
}

function newCanvas(
  width: number,
  height: number,
): [canvas: HTMLCanvasElement, pen: CanvasRenderingContext2D] {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('this browser draws nothing')
  return [canvas, pen]
}

const SAMPLE_SIDE = 8
const SAMPLE_GREY = 96
const DIFFERENCE_MAX = 8

/** Some browsers return random pixels, so that pages cannot recognise a device. */
function canReadCanvas(): boolean {
  const [, pen] = newCanvas(SAMPLE_SIDE, SAMPLE_SIDE)
  pen.fillStyle = `rgb(${SAMPLE_GREY}, ${SAMPLE_GREY}, ${SAMPLE_GREY})`
  pen.fillRect(0, 0, SAMPLE_SIDE, SAMPLE_SIDE)
  const { data } = pen.getImageData(0, 0, SAMPLE_SIDE, SAMPLE_SIDE)
  return data.every(
    (value, index) => index % 4 === 3 || Math.abs(value - SAMPLE_GREY) <= DIFFERENCE_MAX,
  )
}
