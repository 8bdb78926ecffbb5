import { msg } from '#shared/text/t.ts'

/** Profile pictures. Source: docs/product.md, Profile. */

export const PICTURE_BYTES_MAX = 5_242_880
/** Side of the stored square, in pixels. */
export const PICTURE_SIDE = 400
export const PICTURE_QUALITY = 0.8
/** The camera settings to request. */
export const CAMERA_IDEAL = { width: 1280, height: 720 } as const
/** Shown when the camera fails. */
export const PICKER_AFTER_MS = 2_000

/**
 * Why a file cannot be a profile picture; undefined if it can.
 *
 * Refuses  no image, too large: first match wins
 */
export function pictureProblem(file: { type: string; size: number } | undefined) {
  if (!file) return msg('Please select a file first')
  if (!file.type.startsWith('image/')) return msg('Please select an image file')
  if (file.size >= PICTURE_BYTES_MAX) return msg('File size must be less than 5MB')
  return undefined
}

/** The largest square in the middle of an image. Units: pixels. */
export function centreSquare(width: number, height: number) {
  const side = Math.min(width, height)
  return { x: Math.floor((width - side) / 2), y: Math.floor((height - side) / 2), side }
}
