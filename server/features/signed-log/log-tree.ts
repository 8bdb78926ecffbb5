import { hash } from 'node:crypto'
import type { Pool, PoolClient } from 'pg'
import type { Follower } from '#server/events/subscription.ts'
import { leafEntry } from '#shared/proofs/log-leaf.ts'
import { edgesOf, type Tile, TileBuilder } from '#shared/proofs/tile-builder.ts'
import type { TileId, TileReader } from '#shared/proofs/tiles.ts'
import { HASH_BYTES, treeHashing } from '#shared/proofs/tree-hashing.ts'

type Database = Pick<Pool | PoolClient, 'query'>

/** With Node's own SHA-256, which is several times faster than the browser's portable one. */
export const serverHashing = treeHashing((bytes) => hash('sha256', bytes, 'buffer'))

/** Few enough that a server that catches up answers requests in between. */
const POSITIONS_AT_ONCE = 5_000
const TIME_BYTES = 8
/** What PostgreSQL counts microseconds from: 2000 began this long after 1970. */
const EPOCH_US = 946_684_800_000_000n

/**
 * Folds the log into tiles of a Merkle tree. It takes its steps when a checkpoint is due, not after
 * each append: the last tile of a level would be written again each time.
 *
 * Shape   leaf n is the event at position n + 1: see shared/proofs/log-leaf.ts
 * Source  docs/proofs.md, The log tree
 */
export const logTree: Follower = {
  name: 'log-tree',
  from: 'start',
  positionsAtOnce: POSITIONS_AT_ONCE,
  async advance(transaction, { after, upTo }) {
    const size = Number(after)
    const begun = edgesOf(size)
    const read = await readTiles(transaction, begun)
    const edges = begun.map((tile, at) => ({ ...tile, hashes: read[at] as Buffer }))
    const builder = new TileBuilder(serverHashing, size, edges)
    for (const leaf of await readLeaves(transaction, size, Number(upTo))) builder.append(leaf)
    await writeTiles(transaction, builder.takeChanged())
  },
}

/** How many leaves the tree has. */
export async function treeSize(db: Database): Promise<number> {
  const { rows } = await db.query<{ position: string }>({
    name: 'log-tree-size',
    text: 'select position from checkpoint where name = $1',
    values: [logTree.name],
  })
  return Number(rows[0]?.position ?? 0)
}

export function tileReader(db: Database): TileReader {
  return { read: (tiles) => readTiles(db, tiles) }
}

/**
 * The hashes of tiles, in their order. A tile that has grown since begins with what it was.
 *
 * @throws if one does not exist
 */
async function readTiles(db: Database, tiles: readonly TileId[]): Promise<Buffer[]> {
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
    throw new Error(`tile ${index} of level ${level} is missing from log_tile`)
  })
}

async function writeTiles(db: Database, tiles: readonly Tile[]): Promise<void> {
  await db.query({
    name: 'write-log-tiles',
    text: `insert into log_tile (level, index, hashes)
           select * from unnest($1::int[], $2::bigint[], $3::bytea[])
           on conflict (level, index) do update set hashes = excluded.hashes`,
    values: [
      tiles.map(({ level }) => level),
      tiles.map(({ index }) => index),
      tiles.map(({ hashes }) => hashes),
    ],
  })
}

/** The hashes of the leaves from one size of the tree to another. */
async function readLeaves(db: Database, from: number, to: number): Promise<Uint8Array[]> {
  // One value for all rows: to parse each row would take longer than to hash it.
  const { rows } = await db.query<{ leaves: Buffer | null }>({
    name: 'read-log-leaves',
    text: `select string_agg(timestamptz_send(recorded_at) || hash, ''::bytea order by position)
             as leaves
           from event where position > $1 and position <= $2`,
    values: [from, to],
  })
  const leaves = rows[0]?.leaves ?? Buffer.alloc(0)
  if (leaves.length !== (to - from) * (TIME_BYTES + HASH_BYTES)) {
    throw new Error(`the log lacks events between positions ${from} and ${to}`)
  }
  return Array.from({ length: to - from }, (_, place) => {
    const at = place * (TIME_BYTES + HASH_BYTES)
    const recordedAtUs = leaves.readBigInt64BE(at) + EPOCH_US
    const eventHash = leaves.subarray(at + TIME_BYTES, at + TIME_BYTES + HASH_BYTES)
    return serverHashing.leaf(leafEntry({ position: from + place + 1, recordedAtUs, eventHash }))
  })
}
