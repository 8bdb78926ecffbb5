import { sumHashing, sumLeafEntries, sumOf, sumRoot } from '#shared/proofs/sum-tree.ts'
import {
  hashesOfRanges,
  rootOfTile,
  TILE_WIDTH,
  type TileId,
  type TileReader,
} from '#shared/proofs/tiles.ts'
import type { Hash, Sha256, TreeHashing } from '#shared/proofs/tree-hashing.ts'
import { type LeafRecords, RECORD_BYTES, sortedRecords } from './leaf-records.ts'

/** At level 0 records of leaves, above it nodes: see shared/proofs/tiles.ts. */
export interface StoredTile extends TileId {
  readonly bytes: Uint8Array
}

/** The tree of one asset. */
export interface BuiltTree {
  readonly leaves: number
  /** 1e-8 of the asset. */
  readonly total: bigint
  readonly root: Hash
}

interface TreeOrder {
  readonly asset: string
  readonly position: number
  readonly parts: readonly LeafRecords[]
}

/**
 * Builds the tree of one asset from its leaves, whatever their number: only the nodes above whole tiles
 * are kept in memory.
 *
 * Source: docs/proofs.md, Liabilities
 */
export async function buildTree(
  sha256: Sha256,
  { asset, position, parts }: TreeOrder,
  keep: (tiles: readonly StoredTile[]) => Promise<void>,
): Promise<BuiltTree> {
  const hashing = sumHashing(sha256)
  const leaves = parts.reduce((sum, { count }) => sum + count, 0)
  const roots: Hash[] = []
  let last: Uint8Array = new Uint8Array(0)
  let index = 0
  for (const records of sortedRecords(parts, TILE_WIDTH)) {
    const nodes = leafNodes(hashing, records, { asset, position, first: index * TILE_WIDTH })
    await keep([{ level: 0, index, bytes: records }])
    if (nodes.length === TILE_WIDTH * hashing.width) roots.push(rootOfTile(hashing, nodes))
    last = nodes
    index += 1
  }
  const above = levelsAbove(roots)
  await keep([...above.values()])
  const reader: TileReader = {
    read: async (tiles) =>
      tiles.map((tile) => (tile.level === 0 ? last : (above.get(nameOf(tile))?.bytes ?? last))),
  }
  const whole = { ranges: [{ start: 0, end: leaves }], size: leaves }
  const [top] = (await hashesOfRanges(reader, hashing, whole)) as [Hash]
  return { leaves, total: sumOf(top), root: sumRoot(sha256, { asset, position, leaves, top }) }

  function levelsAbove(nodes: readonly Hash[]): Map<string, StoredTile> {
    const tiles = new Map<string, StoredTile>()
    for (let level = 1, hashes = nodes; hashes.length > 0; level += 1) {
      const next: Hash[] = []
      for (let at = 0; at * TILE_WIDTH < hashes.length; at += 1) {
        const bytes = Buffer.concat(hashes.slice(at * TILE_WIDTH, (at + 1) * TILE_WIDTH))
        tiles.set(nameOf({ level, index: at }), { level, index: at, bytes })
        if (bytes.length === TILE_WIDTH * hashing.width) next.push(rootOfTile(hashing, bytes))
      }
      hashes = next
    }
    return tiles
  }
}

/** The nodes of leaves that are side by side. */
export function leafNodes(
  hashing: TreeHashing,
  records: Uint8Array,
  { first, ...tree }: { asset: string; position: number; first: number },
): Uint8Array {
  const count = records.length / RECORD_BYTES
  const nodes = new Uint8Array(count * hashing.width)
  const entryOf = sumLeafEntries(tree)
  for (let at = 0; at < count; at += 1) {
    const record = records.subarray(at * RECORD_BYTES, (at + 1) * RECORD_BYTES)
    nodes.set(hashing.leaf(entryOf(first + at, record)), at * hashing.width)
  }
  return nodes
}

function nameOf({ level, index }: TileId): string {
  return `${level}/${index}`
}
