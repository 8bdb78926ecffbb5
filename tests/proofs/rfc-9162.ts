import { hash } from 'node:crypto'

// A second implementation, which follows the definition of the tree in the RFC: by recursion over
// the list of entries.

const sha256 = (...parts: Uint8Array[]): Uint8Array =>
  new Uint8Array(hash('sha256', Buffer.concat(parts), 'buffer'))

/** Section 2.1.1: MTH. */
export function merkleTreeHash(entries: readonly Uint8Array[]): Uint8Array {
  const [only] = entries
  if (only === undefined) return sha256()
  if (entries.length === 1) return sha256(Uint8Array.of(0), only)
  const k = split(entries.length)
  return sha256(
    Uint8Array.of(1),
    merkleTreeHash(entries.slice(0, k)),
    merkleTreeHash(entries.slice(k)),
  )
}

/** Section 2.1.3.1: PATH. */
export function inclusionPath(m: number, entries: readonly Uint8Array[]): Uint8Array[] {
  if (entries.length === 1) return []
  const k = split(entries.length)
  return m < k
    ? [...inclusionPath(m, entries.slice(0, k)), merkleTreeHash(entries.slice(k))]
    : [...inclusionPath(m - k, entries.slice(k)), merkleTreeHash(entries.slice(0, k))]
}

/** Section 2.1.4.1: PROOF. */
export function consistencyProof(m: number, entries: readonly Uint8Array[]): Uint8Array[] {
  return subproof(m, entries, true)
}

function subproof(m: number, entries: readonly Uint8Array[], isWhole: boolean): Uint8Array[] {
  if (m === entries.length) return isWhole ? [] : [merkleTreeHash(entries)]
  const k = split(entries.length)
  return m <= k
    ? [...subproof(m, entries.slice(0, k), isWhole), merkleTreeHash(entries.slice(k))]
    : [...subproof(m - k, entries.slice(k), false), merkleTreeHash(entries.slice(0, k))]
}

/** The largest power of two smaller than n. */
function split(n: number): number {
  let k = 1
  while (2 * k < n) k *= 2
  return k
}
