import { hash } from 'node:crypto'
import type { WriteHash } from '#shared/proofs/tree-hashing.ts'

/**
 * Node's own SHA-256, for hashes by the million. It is asked for Latin-1, a text of one character for
 * each byte, which Node makes in a quarter of the time of a buffer.
 *
 * Source: decision 210
 */
export const serverSha256: ((bytes: Uint8Array) => Buffer) & { readonly write: WriteHash } =
  Object.assign((bytes: Uint8Array) => Buffer.from(textOf(bytes), 'latin1'), {
    write(bytes: Uint8Array, target: Uint8Array, at: number) {
      const text = textOf(bytes)
      for (let byte = 0; byte < text.length; byte += 1) target[at + byte] = text.charCodeAt(byte)
    },
  })

function textOf(bytes: Uint8Array): string {
  return hash('sha256', bytes, 'binary')
}
