/**
 * A payment screenshot that the user shares with the installed app from another app.
 *
 * Source: docs/product.md, Deposits
 */
export const SHARE_PATH = '/share-target'
export const SHARE_FIELD = 'screenshot'

/** What the URL of the deposit dialog says about it. */
export const SHARE_OUTCOMES = [
  'kept',
  'missing',
  'several',
  'not_image',
  'too_large',
  'failed',
] as const
export type ShareOutcome = (typeof SHARE_OUTCOMES)[number]

export function shareOutcomeOf(text: string | null): ShareOutcome | undefined {
  return SHARE_OUTCOMES.find((outcome) => outcome === text)
}

/** The screen that follows. */
export function afterSharing(outcome: ShareOutcome): string {
  return `/?open=deposit&shared=${outcome}`
}

/** The first bytes of each image type, in hexadecimal. */
const BEGINNINGS: Readonly<Record<string, RegExp>> = {
  'image/jpeg': /^ffd8ff/,
  'image/png': /^89504e470d0a1a0a/,
  'image/gif': /^47494638(37|39)61/,
  'image/webp': /^52494646.{8}57454250/,
}

const BEGINNING_BYTES = 16

/** The type of an image from its first bytes, not its name; undefined for other files. */
export async function imageTypeOf(file: Blob): Promise<string | undefined> {
  const bytes = new Uint8Array(await file.slice(0, BEGINNING_BYTES).arrayBuffer())
  const digits = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return Object.entries(BEGINNINGS).find(([, beginning]) => beginning.test(digits))?.[0]
}
