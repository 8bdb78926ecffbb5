import type { Hash, TreeHashing } from './tree-hashing.ts'

/** The leaves from `start` up to, and without, `end`. */
export interface LeafRange {
  readonly start: number
  readonly end: number
}

/** A node above 2^level leaves, all of which exist: the `index`-th of its level. */
export interface PerfectNode {
  readonly level: number
  readonly index: number
}

/**
 * The ranges of leaves whose hashes are the inclusion proof of a leaf, in the order of the proof.
 *
 * Source: RFC 9162, section 2.1.3.1
 */
export function inclusionRanges(index: number, size: number): LeafRange[] {
  const ranges: LeafRange[] = []
  let start = 0
  let end = size
  while (end - start > 1) {
    const middle = start + splitOf(end - start)
    if (index < middle) {
      ranges.push({ start: middle, end })
      end = middle
    } else {
      ranges.push({ start, end: middle })
      start = middle
    }
  }
  return ranges.reverse()
}

/**
 * The ranges of leaves whose hashes prove that a tree of `from` leaves is the beginning of one of
 * `to`, in the order of the proof. None if one of the two is empty or they are equal.
 *
 * Source: RFC 9162, section 2.1.4.1
 */
export function consistencyRanges(from: number, to: number): LeafRange[] {
  if (from === 0 || from === to) return []
  const ranges: LeafRange[] = []
  let start = 0
  let end = to
  // As long as the old tree has begun the range: once it is left behind, its hash is needed too.
  let isWhole = true
  while (end !== from) {
    const middle = start + splitOf(end - start)
    if (from <= middle) {
      ranges.push({ start: middle, end })
      end = middle
    } else {
      ranges.push({ start, end: middle })
      start = middle
      isWhole = false
    }
  }
  if (!isWhole) ranges.push({ start, end })
  return ranges.reverse()
}

/** The perfect nodes that a range of a proof consists of, from left to right. */
export function nodesOf({ start, end }: LeafRange): PerfectNode[] {
  const nodes: PerfectNode[] = []
  let at = start
  while (at < end) {
    const level = levelBelow(end - at)
    nodes.push({ level, index: at / 2 ** level })
    at += 2 ** level
  }
  return nodes
}

/** The hash of a range, of the hashes of its perfect nodes from left to right. */
export function hashOfRange(hashing: TreeHashing, nodes: readonly Hash[]): Hash {
  return nodes.reduceRight((right, left) => hashing.node(left, right))
}

/** The largest power of two below `count`. */
function splitOf(count: number): number {
  return 2 ** levelBelow(count - 1)
}

/** The level of the largest perfect node above at most `count` leaves. Logarithms would round. */
function levelBelow(count: number): number {
  let level = 0
  while (2 ** (level + 1) <= count) level += 1
  return level
}
