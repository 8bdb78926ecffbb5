import { sha256 } from '@noble/hashes/sha2.js'

/** The hash of a leaf or of a node: 32 bytes, and in a tree of sums the sum before them. */
export type Hash = Uint8Array

export type Sha256 = (bytes: Uint8Array) => Hash

export interface TreeHashing {
  /** How many bytes its hashes have. */
  readonly width: number
  leaf(entry: Uint8Array): Hash
  node(left: Hash, right: Hash): Hash
}

export const HASH_BYTES = 32
const LEAF = 0
const NODE = 1

/**
 * SHA-256 of leaves and nodes, with a first byte of their own each: no leaf can be read as a node.
 *
 * Source: RFC 9162, section 2.1.1
 */
export function treeHashing(hash: Sha256): TreeHashing {
  // Buffers for all: the log is folded by the million, and each is hashed before the next.
  const pair = new Uint8Array(1 + 2 * HASH_BYTES)
  pair[0] = NODE
  let single = new Uint8Array(1)
  return {
    width: HASH_BYTES,
    leaf(entry) {
      if (single.length !== 1 + entry.length) single = new Uint8Array(1 + entry.length)
      single[0] = LEAF
      single.set(entry, 1)
      return hash(single)
    },
    node(left, right) {
      pair.set(left, 1)
      pair.set(right, 1 + HASH_BYTES)
      return hash(pair)
    },
  }
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
