import { createHmac, timingSafeEqual } from 'node:crypto'
import { deriveKey, type MasterKeys } from '#server/platform/cipher.ts'
import type { Clock } from '#server/platform/clock.ts'
import { MINUTE_MS, SECOND_MS } from '#shared/time.ts'

/** A link is valid for four to five minutes. Source: docs/product.md, Roles and permissions. */
const LIFE_MINUTES = 5

export interface FileLinks {
  /** A signed link to a file, for users who may see the response that contains it. */
  signedUrl(fileId: string): string
  /** Whether the server issued a link and it is still valid. `expires` is in seconds since 1970. */
  holds(fileId: string, expires: number, signature: string): boolean
}

/** Links whose signature proves that the server issued them. */
export function fileLinks(masterKeys: MasterKeys, clock: Clock): FileLinks {
  const keys = masterKeys.map((key) => deriveKey(key, 'file links'))
  /** Signatures with all keys, the current one first. */
  const sign = (fileId: string, expires: number): Buffer[] =>
    keys.map((key) => createHmac('sha256', key).update(`${fileId}:${expires}`).digest())
  return {
    signedUrl(fileId) {
      // Rounded to whole minutes: a list that is read again within a minute contains the same
      // links, so the browser does not reload its pictures.
      const minute = Math.floor(clock.now() / MINUTE_MS) + LIFE_MINUTES
      const expires = (minute * MINUTE_MS) / SECOND_MS
      const signature = sign(fileId, expires)[0]?.toString('base64url')
      return `/api/files/${fileId}?expires=${expires}&signature=${signature}`
    },
    holds(fileId, expires, signature) {
      const given = Buffer.from(signature, 'base64url')
      const isOurs = sign(fileId, expires).some(
        (expected) => given.length === expected.length && timingSafeEqual(given, expected),
      )
      return isOurs && clock.now() < expires * SECOND_MS
    },
  }
}
