/** When and how far a device makes a photo smaller before it sends it. */

/** A photo of this size or less is sent as it is. */
const LARGE_BYTES = 1024 * 1024
const TYPES = ['image/jpeg', 'image/png', 'image/webp']
/** Enough to read every letter of an identity document. */
const LONG_SIDE_MAX = 2_400
/** A long screenshot keeps this width, so that its text stays legible. */
const SHORT_SIDE_MIN = 1_000
export const SHRUNK_QUALITY = 0.85

/** Not a GIF, which may be animated, and not a PDF. */
export function shouldShrink({ type, size }: { readonly type: string; readonly size: number }) {
  return size > LARGE_BYTES && TYPES.includes(type)
}

interface Size {
  readonly width: number
  readonly height: number
}

/** The size to draw it in, never larger. Units: pixels. */
export function photoSize({ width, height }: Size): Size {
  const long = Math.max(width, height)
  const short = Math.min(width, height)
  const scale = Math.min(1, Math.max(LONG_SIDE_MAX / long, SHORT_SIDE_MIN / short))
  return { width: Math.round(width * scale), height: Math.round(height * scale) }
}
