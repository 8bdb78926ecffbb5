import type { Pool, PoolClient } from 'pg'
import { headOf } from '#server/events/log-head.ts'
import { readLeaves, serverHashing } from '#server/events/log-leaves.ts'
import { readTiles, readTreeSize } from '#server/events/log-tiles.ts'
import { LOCKS, lockTransaction } from '#server/platform/locks.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { edgesOf, type Tile, TileBuilder } from '#shared/proofs/tile-builder.ts'

/**
 * How many positions are added per commit. Signers wait for the commit, and the tiles are kept in
 * memory.
 */
const POSITIONS_AT_ONCE = 65_536

/**
 * Extends the Merkle tree's tiles to the end of the log. It is called when a checkpoint is due
 * rather than after each append, which would rewrite the last tile of each level every time. The
 * tiles show how far they reach, so no follower checkpoint is needed, which would lag most of the
 * time.
 *
 * Shape   leaf n is the event at position n + 1: see shared/proofs/log-leaf.ts
 * Source  docs/proofs.md, The log tree
 */
export async function growTree(pool: Pool): Promise<void> {
  const head = Number(await headOf(pool))
  for (let size = -1; size < head; ) size = await inTransaction(pool, (db) => growOnce(db, head))
}

/** @returns the resulting number of leaves */
async function growOnce(transaction: PoolClient, head: number): Promise<number> {
  await lockTransaction(transaction, LOCKS.logTree)
  const size = await readTreeSize(transaction)
  const upTo = Math.min(size + POSITIONS_AT_ONCE, head)
  if (upTo <= size) return size
  const begun = edgesOf(size)
  const read = await readTiles(transaction, begun)
  const edges = begun.map((tile, at) => ({ ...tile, hashes: read[at] as Buffer }))
  const builder = new TileBuilder(serverHashing, size, edges)
  for await (const leaves of readLeaves(transaction, size, upTo)) builder.append(leaves)
  await writeTiles(transaction, builder.takeChanged())
  return upTo
}

async function writeTiles(db: PoolClient, tiles: readonly Tile[]): Promise<void> {
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
