import { utf8 } from '@scure/base'
import {
  copyBytes,
  HASH_BYTES,
  type Hash,
  hashingOf,
  prefixed,
  type Sha256,
  type TreeHashing,
  writerOf,
} from './tree-hashing.ts'

/**
 * The size of an amount or a sum: 128 bits, big-endian. They are unsigned, so nothing can be
 * netted.
 */
export const SUM_BYTES = 16
const SUM_BITS = 128
const LEAF = 0
const NODE = 1
const ROOT = 2

/** What a leaf reveals about an amount that is owed, without revealing to whom. */
export interface SumLeaf {
  /** A symbol of shared/assets.ts. */
  readonly asset: string
  /** Of the log, up to which everything is counted. */
  readonly position: number
  /** Of the leaf, from 0: two leaves of one tree are never the same. */
  readonly index: number
  /** 1e-8 of the asset. */
  readonly amount: bigint
  /** 32 bytes: the hash of owner and salt. */
  readonly commitment: Uint8Array
}

/** A sum that does not fit 128 bits. A tree with one cannot be built, and a proof with one fails. */
export class SumOverflow extends Error {
  override readonly name = 'SumOverflow'
}

/**
 * Hashes of a tree in which every node carries the sum of the leaves below it. The hash of a node covers
 * both sums, not only their total: amounts cannot be moved between its sides.
 *
 * Shape   48 bytes: the sum, then the hash
 * Throws  SumOverflow
 * Source  docs/proofs.md, Liabilities
 */
export function sumHashing(sha256: Sha256): TreeHashing {
  const write = writerOf(sha256)
  const leafOf = prefixed(LEAF)
  const pair = new Uint8Array(1 + 2 * SUM_NODE_BYTES)
  pair[0] = NODE
  return hashingOf({
    width: SUM_NODE_BYTES,
    writeLeaf(entry, target, at) {
      const amount = entry.length - SUM_LEAF_BYTES
      copyBytes(entry, amount, { to: target, at, count: SUM_BYTES })
      write(leafOf(entry), target, at + SUM_BYTES)
    },
    pairUp(hashes, count) {
      for (let place = 0; place < count / 2; place += 1) {
        const left = 2 * place * SUM_NODE_BYTES
        const at = place * SUM_NODE_BYTES
        copyBytes(hashes, left, { to: pair, at: 1, count: 2 * SUM_NODE_BYTES })
        addSums(hashes, at, pair)
        write(pair, hashes, at + SUM_BYTES)
      }
    },
  })
}

/** Of a node. */
export const SUM_NODE_BYTES = SUM_BYTES + HASH_BYTES
/** Of the end of a leaf's entry: its amount and its commitment, side by side. */
export const SUM_LEAF_BYTES = SUM_BYTES + HASH_BYTES

/**
 * What is hashed of a leaf.
 *
 * Shape   the asset behind its length in one byte, position and index in 8 bytes each, the amount, the
 *         commitment
 */
export function sumLeafEntry({ index, amount, commitment, ...tree }: SumLeaf): Uint8Array {
  if (commitment.length !== HASH_BYTES) throw new Error('a commitment has 32 bytes')
  const leaf = new Uint8Array(SUM_LEAF_BYTES)
  writeSum(new DataView(leaf.buffer), 0, amount)
  leaf.set(commitment, SUM_BYTES)
  return sumLeafEntries(tree)(index, { in: leaf, at: 0 })
}

/**
 * Writes what is hashed of the leaves of one tree, each over the one before. Amount and commitment are
 * side by side in other bytes.
 */
export function sumLeafEntries({ asset, position }: Pick<SumLeaf, 'asset' | 'position'>) {
  const prefix = lengthAndText(asset)
  const entry = new Uint8Array(prefix.length + 16 + SUM_LEAF_BYTES)
  const view = new DataView(entry.buffer)
  entry.set(prefix)
  view.setBigUint64(prefix.length, BigInt(position))
  return (index: number, leaf: { in: Uint8Array; at: number }): Uint8Array => {
    view.setBigUint64(prefix.length + 8, BigInt(index))
    copyBytes(leaf.in, leaf.at, { to: entry, at: prefix.length + 16, count: SUM_LEAF_BYTES })
    return entry
  }
}

/** What the root of a statement covers. */
export interface SumTree {
  readonly asset: string
  readonly position: number
  readonly leaves: number
  /** The topmost node: the total, and the hash below which all leaves are. */
  readonly top: Hash
}

/**
 * The root that is published. It commits to the number of leaves: a proof contains their indexes,
 * and with another number the same tree would have other indexes.
 */
export function sumRoot(sha256: Sha256, { asset, position, leaves, top }: SumTree): Hash {
  const prefix = lengthAndText(asset)
  const bytes = new Uint8Array(1 + prefix.length + 16 + top.length)
  bytes[0] = ROOT
  bytes.set(prefix, 1)
  const view = new DataView(bytes.buffer)
  view.setBigUint64(1 + prefix.length, BigInt(position))
  view.setBigUint64(1 + prefix.length + 8, BigInt(leaves))
  bytes.set(top, 1 + prefix.length + 16)
  return sha256(bytes)
}

export function sumOf(node: Hash): bigint {
  const view = new DataView(node.buffer, node.byteOffset)
  return (view.getBigUint64(0) << 64n) | view.getBigUint64(8)
}

/** @throws SumOverflow, also for an amount below zero */
export function writeSum(view: DataView, at: number, amount: bigint): void {
  if (BigInt.asUintN(SUM_BITS, amount) !== amount) throw new SumOverflow('no sum of 128 bits')
  view.setBigUint64(at, amount >> 64n)
  view.setBigUint64(at + 8, BigInt.asUintN(64, amount))
}

/** Of both sides of a pair, byte by byte: numbers of 128 bits would be allocated for each. */
function addSums(to: Uint8Array, at: number, pair: Uint8Array): void {
  let carry = 0
  for (let byte = SUM_BYTES; byte > 0; byte -= 1) {
    const sum = (pair[byte] as number) + (pair[SUM_NODE_BYTES + byte] as number) + carry
    to[at + byte - 1] = sum & 0xff
    carry = sum >> 8
  }
  if (carry > 0) throw new SumOverflow('the sum of two nodes does not fit 128 bits')
}

function lengthAndText(text: string): Uint8Array {
  const bytes = utf8.decode(text)
  if (bytes.length > 255) throw new Error('the symbol of an asset is too long')
  return Uint8Array.of(bytes.length, ...bytes)
}
