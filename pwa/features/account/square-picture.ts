import { centreSquare, PICTURE_QUALITY, PICTURE_SIDE } from '#shared/rules/profile-picture.ts'

/**
 * Crops the middle of an image to a small square JPEG, so only what is shown is uploaded.
 *
 * @throws if the browser cannot decode the image
 */
export async function squarePicture(source: Blob | HTMLVideoElement): Promise<File> {
  const bitmap = await createImageBitmap(source)
  const { x, y, side } = centreSquare(bitmap.width, bitmap.height)
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = Math.min(side, PICTURE_SIDE)
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('this browser draws nothing')
  // Transparent images get a white background, as on the server.
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.drawImage(bitmap, x, y, side, side, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  const blob = await new Promise<Blob | null>((resolve) =>
    canvas.toBlob(resolve, 'image/jpeg', PICTURE_QUALITY),
  )
  if (!blob) throw new Error('the picture could not be saved')
  return new File([blob], 'picture.jpg', { type: 'image/jpeg' })
}
