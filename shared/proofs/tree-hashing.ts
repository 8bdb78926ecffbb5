import { sha256 } from '@noble/hashes/sha2.js'

/** The hash of a leaf or of a node: 32 bytes, and in a tree of sums the sum before them. */
export type Hash = Uint8Array

/** SHA-256 of bytes. */
export interface Sha256 {
  (bytes: Uint8Array): Hash
  /** Writes the hash to a place in other bytes; without it, it is copied there. */
  readonly write?: WriteHash
}

export type WriteHash = (bytes: Uint8Array, target: Uint8Array, at: number) => void

export interface TreeHashing {
  /** How many bytes its hashes have. */
  readonly width: number
  leaf(entry: Uint8Array): Hash
  node(left: Hash, right: Hash): Hash
  /** Writes the hash of a leaf to a place in other bytes. */
  writeLeaf(entry: Uint8Array, target: Uint8Array, at: number): void
  /** Of hashes that are side by side, replaces the first `count` by the nodes above each two of them. */
  pairUp(hashes: Uint8Array, count: number): void
}

export const HASH_BYTES = 32
const LEAF = 0
const NODE = 1

/**
 * SHA-256 of leaves and nodes, with a first byte of their own each: no leaf can be read as a node.
 *
 * Source: RFC 9162, section 2.1.1
 */
export function treeHashing(sha256: Sha256): TreeHashing {
  const write = writerOf(sha256)
  const leafOf = prefixed(LEAF)
  const pair = new Uint8Array(1 + 2 * HASH_BYTES)
  pair[0] = NODE
  return hashingOf({
    width: HASH_BYTES,
    writeLeaf: (entry, target, at) => write(leafOf(entry), target, at),
    pairUp(hashes, count) {
      for (let at = 0; at < count / 2; at += 1) {
        copyBytes(hashes, 2 * at * HASH_BYTES, { to: pair, at: 1, count: 2 * HASH_BYTES })
        write(pair, hashes, at * HASH_BYTES)
      }
    },
  })
}

/** A hashing whose methods for single leaves and nodes use those for millions. */
export function hashingOf(
  written: Pick<TreeHashing, 'width' | 'writeLeaf' | 'pairUp'>,
): TreeHashing {
  const { width, writeLeaf, pairUp } = written
  return {
    ...written,
    leaf(entry) {
      const hash = new Uint8Array(width)
      writeLeaf(entry, hash, 0)
      return hash
    },
    node(left, right) {
      const pair = new Uint8Array(2 * width)
      pair.set(left)
      pair.set(right, width)
      pairUp(pair, 2)
      return pair.slice(0, width)
    },
  }
}

export function writerOf(sha256: Sha256): WriteHash {
  return sha256.write ?? ((bytes, target, at) => target.set(sha256(bytes), at))
}

/** Puts a byte before bytes, in a buffer that is overwritten by the next: most have one length. */
export function prefixed(first: number): (bytes: Uint8Array) => Uint8Array {
  let both = Uint8Array.of(first)
  return (bytes) => {
    if (both.length !== 1 + bytes.length) {
      both = new Uint8Array(1 + bytes.length)
      both[0] = first
    }
    both.set(bytes, 1)
    return both
  }
}

/** Byte by byte: for so few, a view of each would take longer than to copy what it shows. */
export function copyBytes(
  from: Uint8Array,
  start: number,
  { to, at, count }: { to: Uint8Array; at: number; count: number },
): void {
  for (let byte = 0; byte < count; byte += 1) to[at + byte] = from[start + byte] as number
}

/** In every browser and in Node; the server folds the log with a faster SHA-256. */
export const portableHashing = treeHashing(sha256)

/** The root of a tree without leaves: the hash of nothing. */
export function emptyRoot(): Hash {
  return sha256(new Uint8Array(0))
}

export function isSameHash(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index])
}
