import { hash } from 'node:crypto'
import type { WriteHash } from '#shared/proofs/tree-hashing.ts'

/**
 * Node's own SHA-256, for millions of hashes. It returns a Latin-1 string with one character for
 * each byte, which takes a quarter of the time of creating a buffer.
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
