import type { Hash, TreeHashing } from './tree-hashing.ts'
import { hashOfRange, type LeafRange, nodesOf, type PerfectNode } from './tree-ranges.ts'

/**
 * A tile is 256 hashes side by side: of leaves at level 0, of whole tiles of the level below above it.
 * The last tile of a level may hold fewer.
 *
 * Source: C2SP tlog-tiles
 */
export interface TileId {
  readonly level: number
  readonly index: number
}

export const TILE_WIDTH = 256
const TILE_HEIGHT = 8
const LEVEL_MAX = 63

/** How many hashes a tile holds in a tree of `size` leaves: 0 if it does not exist yet. */
export function widthOf({ level, index }: TileId, size: number): number {
  const hashes = Math.floor(size / TILE_WIDTH ** level) - index * TILE_WIDTH
  return Math.min(Math.max(hashes, 0), TILE_WIDTH)
}

/** The path of a tile below the log's address: `tile/0/x001/x234/067.p/8`. */
export function tilePath({ level, index }: TileId, width: number): string {
  const digits = String(index)
  const padded = digits.padStart(Math.ceil(digits.length / 3) * 3, '0')
  const parts = padded.match(/\d{3}/g) ?? []
  const folded = parts.map((part, place) => (place < parts.length - 1 ? `x${part}` : part))
  const partial = width === TILE_WIDTH ? '' : `.p/${width}`
  return `tile/${level}/${folded.join('/')}${partial}`
}

/** The tile that a path names; undefined if it names none, or not in the one way that is allowed. */
export function parseTilePath(path: string): (TileId & { readonly width: number }) | undefined {
  const [, levelText, indexText, widthText] = TILE_PATH.exec(path) ?? []
  if (levelText === undefined || indexText === undefined) return undefined
  const level = Number(levelText)
  const index = Number(indexText.replace(/[x/]/g, ''))
  const width = widthText === undefined ? TILE_WIDTH : Number(widthText)
  if (level > LEVEL_MAX || !Number.isSafeInteger(index)) return undefined
  if (width < 1 || width > TILE_WIDTH) return undefined
  return tilePath({ level, index }, width) === path ? { level, index, width } : undefined
}

const TILE_PATH = /^tile\/(\d{1,2})\/((?:x\d{3}\/){0,5}\d{3})(?:\.p\/(\d{1,3}))?$/

/** Hashes of a tree, of which only the tiles are kept. */
export interface TileReader {
  /** The first `width` hashes of each tile, in the order of the tiles. */
  read(tiles: readonly (TileId & { readonly width: number })[]): Promise<Uint8Array[]>
}

/**
 * The hashes of ranges of leaves in a tree of `size` leaves, computed from its tiles.
 *
 * @throws what the reader throws
 */
export async function hashesOfRanges(
  reader: TileReader,
  hashing: TreeHashing,
  { ranges, size }: { ranges: readonly LeafRange[]; size: number },
): Promise<Hash[]> {
  const nodes = ranges.map(nodesOf)
  const places = nodes.flat().map(placeOf)
  const wanted = [...new Map(places.map((place) => [nameOf(place.tile), place.tile])).values()]
  const read = await reader.read(wanted.map((tile) => ({ ...tile, width: widthOf(tile, size) })))
  const tiles = new Map(wanted.map((tile, at) => [nameOf(tile), read[at] as Uint8Array]))
  const hashOf = (node: PerfectNode) => {
    const { tile, first, count } = placeOf(node)
    return hashOfPart(hashing, tiles.get(nameOf(tile)) as Uint8Array, { first, count })
  }
  return nodes.map((parts) => hashOfRange(hashing, parts.map(hashOf)))
}

/** The root of the hashes of a whole tile, which is a hash of the tile above. */
export function rootOfTile(hashing: TreeHashing, tile: Uint8Array): Hash {
  return hashOfPart(hashing, tile, { first: 0, count: TILE_WIDTH })
}

interface Place {
  readonly tile: TileId
  /** The hashes below the node: the first and how many, a power of two. */
  readonly first: number
  readonly count: number
}

function placeOf({ level, index }: PerfectNode): Place {
  const tileLevel = Math.floor(level / TILE_HEIGHT)
  const count = 2 ** (level % TILE_HEIGHT)
  const first = index * count
  const tile = { level: tileLevel, index: Math.floor(first / TILE_WIDTH) }
  return { tile, first: first % TILE_WIDTH, count }
}

function hashOfPart(
  hashing: TreeHashing,
  tile: Uint8Array,
  { first, count }: { first: number; count: number },
): Hash {
  const { width } = hashing
  if (tile.length < (first + count) * width) throw new Error('a tile is shorter than its tree')
  const hashes = new Uint8Array(count * width)
  hashes.set(tile.subarray(first * width, (first + count) * width))
  for (let left = count; left > 1; left /= 2) hashing.pairUp(hashes, left)
  return hashes.slice(0, width)
}

function nameOf({ level, index }: TileId): string {
  return `${level}/${index}`
}
