import { type NumberRange, rangesBetween } from '#server/events/read-ahead.ts'
import { sumHashing, sumLeafEntries, sumOf, sumRoot } from '#shared/proofs/sum-tree.ts'
import {
  hashesOfRanges,
  rootOfTile,
  TILE_WIDTH,
  type TileId,
  type TileReader,
} from '#shared/proofs/tiles.ts'
import type { Hash, Sha256, TreeHashing } from '#shared/proofs/tree-hashing.ts'
import { type LeafRecords, RECORD_BYTES } from './leaf-records.ts'
import { sortedRecords } from './sorted-records.ts'
import type { Rest } from './turns.ts'

/** Level 0 contains records of leaves, higher levels contain nodes: see shared/proofs/tiles.ts. */
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

export interface TreeOrder {
  readonly asset: string
  readonly position: number
  readonly parts: readonly LeafRecords[]
}

/**
 * The nodes of a share of the leaves: the roots of full tiles, and the nodes of a partial last
 * tile.
 */
export interface BuiltShare {
  readonly above: Uint8Array
  readonly last: Uint8Array
}

type Keep = (tiles: readonly StoredTile[]) => Promise<void>

/** So that threads that share a tree end at nearly the same time. */
const SHARES = 4

/**
 * Builds the tree of one asset in shares of whole tiles. Only the nodes above the tiles are kept in
 * memory, so it may have any number of leaves.
 *
 * @param build builds a share, for example in another thread; by default in this thread
 *
 * Source: docs/proofs.md, Liabilities
 */
export async function buildTree(
  sha256: Sha256,
  order: TreeOrder,
  keep: Keep,
  build = (share: NumberRange) => buildShare(sha256, { ...order, share }, keep),
): Promise<BuiltTree> {
  const { asset, position } = order
  const hashing = sumHashing(sha256)
  const leaves = order.parts.reduce((sum, { count }) => sum + count, 0)
  const tilesOfShare = Math.ceil(leaves / TILE_WIDTH / SHARES)
  const shares = rangesBetween(0, leaves, tilesOfShare * TILE_WIDTH)
  const built = await Promise.all(shares.map(build))
  const above = levelsAbove(hashing, Buffer.concat(built.map((share) => share.above)))
  await keep([...above.values()])
  const last = built.at(-1)?.last ?? new Uint8Array(0)
  const reader: TileReader = {
    read: async (tiles) => tiles.map((tile) => above.get(nameOf(tile))?.bytes ?? last),
  }
  const whole = { ranges: [{ start: 0, end: leaves }], size: leaves }
  const [top] = (await hashesOfRanges(reader, hashing, whole)) as [Hash]
  return { leaves, total: sumOf(top), root: sumRoot(sha256, { asset, position, leaves, top }) }
}

/** Builds and stores the leaf tiles of a range of leaves. */
export async function buildShare(
  sha256: Sha256,
  { asset, position, parts, share }: TreeOrder & { readonly share: NumberRange },
  keep: Keep,
  rest: Rest = async () => undefined,
): Promise<BuiltShare> {
  const hashing = sumHashing(sha256)
  const above: Hash[] = []
  let last = new Uint8Array(0)
  let index = share.from / TILE_WIDTH
  const sorted = await sortedRecords(parts, share, { recordsAtOnce: TILE_WIDTH, rest })
  for (const records of sorted) {
    const nodes = leafNodes(hashing, records, { asset, position, first: index * TILE_WIDTH })
    await keep([{ level: 0, index, bytes: records }])
    if (records.length === TILE_WIDTH * RECORD_BYTES) above.push(rootOfTile(hashing, nodes))
    else last = nodes
    index += 1
    await rest()
  }
  return { above: Buffer.concat(above), last }
}

/** The tiles above the leaf tiles, from the roots of full leaf tiles. */
function levelsAbove(hashing: TreeHashing, lowest: Uint8Array): Map<string, StoredTile> {
  const tiles = new Map<string, StoredTile>()
  const tileBytes = TILE_WIDTH * hashing.width
  let nodes = lowest
  for (let level = 1; nodes.length > 0; level += 1) {
    const roots: Hash[] = []
    for (let index = 0; index * tileBytes < nodes.length; index += 1) {
      const bytes = nodes.subarray(index * tileBytes, (index + 1) * tileBytes)
      tiles.set(nameOf({ level, index }), { level, index, bytes })
      if (bytes.length === tileBytes) roots.push(rootOfTile(hashing, bytes))
    }
    nodes = Buffer.concat(roots)
  }
  return tiles
}

/** The nodes of consecutive leaves. */
export function leafNodes(
  hashing: TreeHashing,
  records: Uint8Array,
  { first, ...tree }: { asset: string; position: number; first: number },
): Uint8Array<ArrayBuffer> {
  const count = records.length / RECORD_BYTES
  const nodes = new Uint8Array(count * hashing.width)
  const entryOf = sumLeafEntries(tree)
  for (let at = 0; at < count; at += 1) {
    const entry = entryOf(first + at, { in: records, at: at * RECORD_BYTES })
    hashing.writeLeaf(entry, nodes, at * hashing.width)
  }
  return nodes
}

function nameOf({ level, index }: TileId): string {
  return `${level}/${index}`
}
