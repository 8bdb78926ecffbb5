import type { Pool, PoolClient } from 'pg'
import { readLeaves, serverHashing } from '#server/events/log-leaves.ts'
import { readTiles } from '#server/events/log-tiles.ts'
import type { Follower } from '#server/events/subscription.ts'
import { edgesOf, type Tile, TileBuilder } from '#shared/proofs/tile-builder.ts'

type Database = Pick<Pool | PoolClient, 'query'>

/** Few enough that a server that catches up answers requests in between. */
const POSITIONS_AT_ONCE = 5_000

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
