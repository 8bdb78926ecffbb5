import { createHash } from 'node:crypto'

// A second implementation, which follows the definition of the tree in docs/proofs.md: by recursion
// over its leaves, with text and big integers instead of buffers written in place.

export interface Leaf {
  readonly amount: bigint
  /** Hexadecimal. */
  readonly commitment: string
}

export interface Tree {
  readonly asset: string
  readonly position: number
  readonly leaves: readonly Leaf[]
}

interface Node {
  readonly sum: bigint
  /** Hexadecimal. */
  readonly hash: string
}

export function topOf(tree: Tree, first = 0, end = tree.leaves.length): Node {
  if (end - first === 1) {
    const { amount, commitment } = tree.leaves[first] as Leaf
    const place = number(tree.position, 8) + number(first, 8)
    const hash = sha256(`00${named(tree.asset)}${place}${number(amount, 16)}${commitment}`)
    return { sum: amount, hash }
  }
  const middle = first + split(end - first)
  const [left, right] = [topOf(tree, first, middle), topOf(tree, middle, end)]
  return { sum: left.sum + right.sum, hash: sha256(`01${text(left)}${text(right)}`) }
}

export function pathOf(tree: Tree, index: number, first = 0, end = tree.leaves.length): string[] {
  if (end - first === 1) return []
  const middle = first + split(end - first)
  return index < middle
    ? [...pathOf(tree, index, first, middle), text(topOf(tree, middle, end))]
    : [...pathOf(tree, index, middle, end), text(topOf(tree, first, middle))]
}

export function rootOf(tree: Tree): string {
  const { asset, position, leaves } = tree
  return sha256(
    `02${named(asset)}${number(position, 8)}${number(leaves.length, 8)}${text(topOf(tree))}`,
  )
}

const text = ({ sum, hash }: Node) => number(sum, 16) + hash
const number = (value: number | bigint, bytes: number) =>
  value.toString(16).padStart(2 * bytes, '0')
const named = (asset: string) => number(asset.length, 1) + Buffer.from(asset).toString('hex')
const sha256 = (hex: string) => createHash('sha256').update(Buffer.from(hex, 'hex')).digest('hex')

/** The largest power of two below a number of leaves. */
function split(count: number): number {
  let power = 1
  while (power * 2 < count) power *= 2
  return power
}
