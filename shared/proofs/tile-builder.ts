import { hashesOfRanges, rootOfTile, TILE_WIDTH, type TileId, widthOf } from './tiles.ts'
import { emptyRoot, type Hash, type TreeHashing } from './tree-hashing.ts'

/** A tile and its hashes, side by side. */
export interface Tile extends TileId {
  readonly hashes: Uint8Array
}

/** The last tile of one level: it grows until it is full. */
interface Edge {
  index: number
  width: number
  hashes: Uint8Array
  isChanged: boolean
}

/**
 * Grows a tree at its end. It holds only the last tile of each level: for ten million leaves, three.
 */
export class TileBuilder {
  readonly #hashing: TreeHashing
  /** By level; a level may have none while a higher one has. */
  readonly #edges = new Map<number, Edge>()
  #filled: Tile[] = []
  #size: number

  /** @param edges the tiles that {@link edgesOf} names */
  constructor(hashing: TreeHashing, size = 0, edges: readonly Tile[] = []) {
    this.#hashing = hashing
    this.#size = size
    for (const { level, index, hashes } of edges) {
      const width = widthOf({ level, index }, size)
      const edge = { ...this.#newEdge(index), width }
      edge.hashes.set(hashes.subarray(0, width * hashing.width))
      this.#edges.set(level, edge)
    }
  }

  get size(): number {
    return this.#size
  }

  /** @param leaves the hashes of one leaf or more, side by side */
  append(leaves: Uint8Array): void {
    const { width } = this.#hashing
    for (let from = 0; from < leaves.length; ) {
      const free = TILE_WIDTH - (this.#size % TILE_WIDTH)
      const some = leaves.subarray(from, from + free * width)
      this.#add(0, some)
      this.#size += some.length / width
      from += some.length
    }
  }

  /** The root of the tree as it is now. */
  async root(): Promise<Hash> {
    const size = this.#size
    if (size === 0) return emptyRoot()
    const reader = {
      read: async (tiles: readonly TileId[]) =>
        tiles.map(({ level }) => this.#edges.get(level)?.hashes ?? new Uint8Array(0)),
    }
    const whole = { ranges: [{ start: 0, end: size }], size }
    const [root] = await hashesOfRanges(reader, this.#hashing, whole)
    return root as Hash
  }

  /** The tiles that are new or longer than at the last call. */
  takeChanged(): Tile[] {
    const edges = [...this.#edges].flatMap(([level, { index, width, hashes, isChanged }]) =>
      isChanged && width > 0
        ? [{ level, index, hashes: hashes.slice(0, width * this.#hashing.width) }]
        : [],
    )
    const changed = [...this.#filled, ...edges]
    this.#filled = []
    for (const edge of this.#edges.values()) edge.isChanged = false
    return changed
  }

  /** @param hashes not more than the last tile of the level has room for */
  #add(level: number, hashes: Uint8Array): void {
    const { width } = this.#hashing
    const edge = this.#edgeOf(level)
    edge.hashes.set(hashes, edge.width * width)
    edge.width += hashes.length / width
    edge.isChanged = true
    if (edge.width < TILE_WIDTH) return
    this.#filled.push({ level, index: edge.index, hashes: edge.hashes })
    this.#edges.delete(level)
    this.#add(level + 1, rootOfTile(this.#hashing, edge.hashes))
  }

  /** Where the last tile of a level is full, the next one begins. */
  #edgeOf(level: number): Edge {
    const known = this.#edges.get(level)
    if (known) return known
    const edge = this.#newEdge(Math.floor(this.#size / TILE_WIDTH ** (level + 1)))
    this.#edges.set(level, edge)
    return edge
  }

  #newEdge(index: number): Edge {
    const hashes = new Uint8Array(TILE_WIDTH * this.#hashing.width)
    return { index, width: 0, hashes, isChanged: false }
  }
}

/** The tiles that a tree of `size` leaves goes on from: those that are begun and not yet full. */
export function edgesOf(size: number): TileId[] {
  const edges: TileId[] = []
  for (let level = 0, hashes = size; hashes > 0; level += 1) {
    if (hashes % TILE_WIDTH > 0) edges.push({ level, index: Math.floor(hashes / TILE_WIDTH) })
    hashes = Math.floor(hashes / TILE_WIDTH)
  }
  return edges
}
