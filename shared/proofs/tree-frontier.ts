import { emptyRoot, type Hash, type TreeHashing } from './tree-hashing.ts'
import { hashOfRange, type LeafRange, nodesOf } from './tree-ranges.ts'

/** The roots of a growing tree, of which only the right edge is stored. */
export class TreeFrontier {
  readonly #hashing: TreeHashing
  /** Of the perfect nodes that the tree consists of, from left to right. */
  readonly #nodes: Hash[]
  #size: number

  /** @param nodes the hashes of what {@link frontierOf} names */
  constructor(hashing: TreeHashing, size = 0, nodes: readonly Hash[] = []) {
    this.#hashing = hashing
    this.#size = size
    this.#nodes = [...nodes]
  }

  get size(): number {
    return this.#size
  }

  append(leaf: Hash): void {
    let hash = leaf
    // A perfect node to the left of an equal one becomes one with it.
    for (let whole = this.#size; whole % 2 === 1; whole = Math.floor(whole / 2)) {
      hash = this.#hashing.node(this.#nodes.pop() as Hash, hash)
    }
    this.#nodes.push(hash)
    this.#size += 1
  }

  root(): Hash {
    return this.#size === 0 ? emptyRoot() : hashOfRange(this.#hashing, this.#nodes)
  }
}

/** The ranges of leaves whose hashes a tree of `size` leaves goes on from. */
export function frontierOf(size: number): LeafRange[] {
  return nodesOf({ start: 0, end: size }).map(({ level, index }) => ({
    start: index * 2 ** level,
    end: (index + 1) * 2 ** level,
  }))
}
