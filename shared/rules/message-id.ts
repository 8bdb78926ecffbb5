import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/**
 * The id of a chat message, a UUID of version 8. It depends only on the author and on the
 * Idempotency-Key of the submission: a retry names the same message, and the author's app recognises
 * a message that arrives before the response to its submission.
 */
export function messageIdOf(authorId: string, key: string): string {
  const hex = bytesToHex(sha256(utf8ToBytes(`${authorId}:${key}`)))
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `a${hex.slice(17, 20)}`,
  ]
  return [...parts, hex.slice(20, 32)].join('-')
}
