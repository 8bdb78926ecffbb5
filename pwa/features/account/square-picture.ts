import { centreSquare, PICTURE_QUALITY, PICTURE_SIDE } from '#shared/rules/profile-picture.ts'

/**
 * The middle of a picture as a small square JPEG: what is sent of a photograph is what is shown.
 *
 * @throws where the browser cannot read the picture
 */
export async function squarePicture(source: Blob | HTMLVideoElement): Promise<File> {
  const bitmap = await createImageBitmap(source)
  const { x, y, side } = centreSquare(bitmap.width, bitmap.height)
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = Math.min(side, PICTURE_SIDE)
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('this browser draws nothing')
  // A transparent picture lies on white, as on the server.
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
