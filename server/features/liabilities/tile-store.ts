import type { Pool, PoolClient } from 'pg'
import { serverSha256 } from '#server/events/sha256.ts'
import { assetOf } from '#shared/assets.ts'
import { SUM_BYTES, sumHashing } from '#shared/proofs/sum-tree.ts'
import { TILE_WIDTH, type TileReader } from '#shared/proofs/tiles.ts'
import { leafNodes, type StoredTile } from './build-tree.ts'
import { compare, RECORD_BYTES } from './leaf-records.ts'

type Database = Pick<Pool | PoolClient, 'query'>

/** Identifies the tree of one asset in one statement. */
export interface TreeName {
  readonly statementId: string
  readonly asset: string
  readonly position: number
  readonly leaves: number
}

export async function writeTiles(
  db: Database,
  { statementId, asset }: Pick<TreeName, 'statementId' | 'asset'>,
  tiles: readonly StoredTile[],
): Promise<void> {
  if (tiles.length === 0) return
  await db.query({
    name: `write ${tiles.length} liability tiles`,
    text: insertOf(tiles.length),
    values: [
      statementId,
      assetOf(asset).number,
      ...tiles.flatMap(({ level, index, bytes }) => [level, index, bytes]),
    ],
  })
}

// Single byte parameters are sent in binary; an array would be sent as text, which is twice as
// long.
function insertOf(tiles: number): string {
  const rows = Array.from({ length: tiles }, (_, at) => {
    const [level, index, bytes] = [3 * at + 3, 3 * at + 4, 3 * at + 5]
    return `($1::uuid, $2::int, $${level}::int, $${index}::bigint, $${bytes}::bytea)`
  })
  return `insert into liability_tile (statement, asset, level, index, bytes) values ${rows.join(', ')}`
}

/** Deletes everything except some statements: older ones, and remains of a crash. */
export async function keepOnly(db: Database, statementIds: readonly string[]): Promise<void> {
  await db.query('delete from liability_tile where statement <> all ($1::uuid[])', [statementIds])
}

/** Reads the nodes of a tree. Nodes of leaves are computed from the stored records. */
export function nodeReader(db: Database, tree: TreeName): TileReader {
  const { asset, position } = tree
  return {
    read: async (tiles) => {
      const { rows } = await db.query<{ bytes: Buffer }>({
        name: 'liability tiles',
        text: `select tile.bytes from unnest($3::int[], $4::bigint[])
                 with ordinality as wanted (level, index, place)
               join liability_tile as tile using (level, index)
               where tile.statement = $1 and tile.asset = $2 order by place`,
        values: [
          tree.statementId,
          assetOf(asset).number,
          tiles.map(({ level }) => level),
          tiles.map(({ index }) => index),
        ],
      })
      if (rows.length !== tiles.length) throw new Error(`the tree of ${asset} lacks tiles`)
      return rows.map(({ bytes }, at) => {
        const { level, index } = tiles[at] as (typeof tiles)[number]
        if (level > 0) return bytes
        const first = index * TILE_WIDTH
        return leafNodes(sumHashing(serverSha256), bytes, { asset, position, first })
      })
    },
  }
}

/**
 * The index of a commitment, by binary search: leaves are sorted. Undefined if it is not in the
 * tree.
 */
export async function placeOf(
  db: Database,
  tree: TreeName,
  commitment: Uint8Array,
): Promise<number | undefined> {
  const wanted = Buffer.concat([Buffer.alloc(SUM_BYTES), commitment])
  let low = 0
  let high = Math.ceil(tree.leaves / TILE_WIDTH)
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const records = await readRecords(db, tree, middle)
    const last = records.length / RECORD_BYTES - 1
    if (compare(wanted, recordOf(records, 0)) < 0) high = middle
    else if (compare(wanted, recordOf(records, last)) > 0) low = middle + 1
    else return placeWithin(records, wanted, middle * TILE_WIDTH)
  }
  return undefined
}

function placeWithin(records: Buffer, wanted: Uint8Array, first: number): number | undefined {
  const count = records.length / RECORD_BYTES
  for (let at = 0; at < count; at += 1) {
    if (compare(wanted, recordOf(records, at)) === 0) return first + at
  }
  return undefined
}

function recordOf(records: Buffer, at: number): Buffer {
  return records.subarray(at * RECORD_BYTES, (at + 1) * RECORD_BYTES)
}

async function readRecords(db: Database, tree: TreeName, index: number): Promise<Buffer> {
  const { rows } = await db.query<{ bytes: Buffer }>({
    name: 'liability leaves',
    text: `select bytes from liability_tile
           where statement = $1 and asset = $2 and level = 0 and index = $3`,
    values: [tree.statementId, assetOf(tree.asset).number, index],
  })
  const [row] = rows
  if (!row) throw new Error(`the tree of ${tree.asset} lacks leaves`)
  return row.bytes
}
