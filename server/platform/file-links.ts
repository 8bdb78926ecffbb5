import { createHmac, timingSafeEqual } from 'node:crypto'
import { deriveKey } from '#server/platform/cipher.ts'
import type { Clock } from '#server/platform/clock.ts'
import { MINUTE_MS, SECOND_MS } from '#shared/time.ts'

/** A link lives for four to five minutes. Source: docs/product.md, Roles and permissions. */
const LIFE_MINUTES = 5

export interface FileLinks {
  /** The link of a file for whoever may see the answer that carries it. */
  signedUrl(fileId: string): string
  /** Whether a link is ours and still lives. `expires` is in seconds since 1970. */
  holds(fileId: string, expires: number, signature: string): boolean
}

/** Links that prove by themselves that the server gave them out. */
export function fileLinks(masterKey: Buffer, clock: Clock): FileLinks {
  const key = deriveKey(masterKey, 'file links')
  const sign = (fileId: string, expires: number) =>
    createHmac('sha256', key).update(`${fileId}:${expires}`).digest()
  return {
    signedUrl(fileId) {
      // Whole minutes: a list that is read again within the minute shows the same link, so the
      // browser does not load its pictures anew.
      const minute = Math.floor(clock.now() / MINUTE_MS) + LIFE_MINUTES
      const expires = (minute * MINUTE_MS) / SECOND_MS
      const signature = sign(fileId, expires).toString('base64url')
      return `/api/files/${fileId}?expires=${expires}&signature=${signature}`
    },
    holds(fileId, expires, signature) {
      const expected = sign(fileId, expires)
      const given = Buffer.from(signature, 'base64url')
      const isOurs = given.length === expected.length && timingSafeEqual(given, expected)
      return isOurs && clock.now() < expires * SECOND_MS
    },
  }
}
