import type { Pool, PoolClient } from 'pg'
import { IncompleteLog } from '#server/events/log-leaves.ts'
import { TILE_WIDTH, type TileId, type TileReader } from '#shared/proofs/tiles.ts'
import { HASH_BYTES } from '#shared/proofs/tree-hashing.ts'

type Database = Pick<Pool | PoolClient, 'query'>

/** How many leaves the tree has, according to its last tile of leaves. */
export async function readTreeSize(db: Database): Promise<number> {
  const { rows } = await db.query<{ size: string }>({
    name: 'log-tree-size',
    text: `select index * ${TILE_WIDTH} + octet_length(hashes) / ${HASH_BYTES} as size
           from log_tile where level = 0 order by index desc limit 1`,
  })
  return Number(rows[0]?.size ?? 0)
}

export function tileReader(db: Database): TileReader {
  return { read: (tiles) => readTiles(db, tiles) }
}

/**
 * The hashes of tiles, in order. If a tile has grown since, its earlier content is its prefix.
 *
 * @throws IncompleteLog
 */
export async function readTiles(db: Database, tiles: readonly TileId[]): Promise<Buffer[]> {
  const { rows } = await db.query<{ hashes: Buffer | null }>({
    name: 'read-log-tiles',
    text: `select tile.hashes from unnest($1::int[], $2::bigint[])
             with ordinality as wanted (level, index, place)
           left join log_tile as tile using (level, index) order by place`,
    values: [tiles.map(({ level }) => level), tiles.map(({ index }) => index)],
  })
  return rows.map(({ hashes }, at) => {
    if (hashes) return hashes
    const { level, index } = tiles[at] as TileId
    throw new IncompleteLog(`tile ${index} of level ${level} is missing from log_tile`)
  })
}
