import type { Pool, PoolClient } from 'pg'
import { IncompleteLog, readLeaves, serverHashing } from '#server/events/log-leaves.ts'
import { readTiles, readTreeSize, tileReader } from '#server/events/log-tiles.ts'
import { edgesOf, type Tile, TileBuilder } from '#shared/proofs/tile-builder.ts'
import { hashesOfRanges, TILE_WIDTH } from '#shared/proofs/tiles.ts'
import { frontierOf, TreeFrontier } from '#shared/proofs/tree-frontier.ts'
import { HASH_BYTES, type Hash } from '#shared/proofs/tree-hashing.ts'
import { type Findings, LedgerFault } from './ledger-fault.ts'
import { inSnapshot } from './snapshot.ts'
import { type CheckpointRow, readLogKeys, verifyCheckpoint } from './verify-checkpoint.ts'

/** Eighty tiles, so that a part is quick. */
const LEAVES_AT_ONCE = 20_480

/**
 * Rebuilds the tree of hashes from the log, part by part, and compares it with the tiles and the
 * checkpoints that are stored. The tree may lag behind the log, and a checkpoint behind the tree.
 *
 * Finds the first of these: more events that were signed than the tree has; an event or a tile that
 * is missing; an event that is not the one in the tree; a checkpoint of another tree; one that the
 * log's keys have not signed. Everything later is wrong for the same reason.
 *
 * @param from how many leaves have already been compared @param onPart called with how many have
 * been compared
 * @returns the same at the end
 */
export async function verifyLogTree(
  pool: Pool,
  findings: Findings,
  { from, onPart }: { from: number; onPart: (size: number) => Promise<void> },
): Promise<number> {
  let compared = 0
  try {
    const size = await inSnapshot(pool, readSize)
    compared = Math.min(from, size)
    const tree = await inSnapshot(pool, (client) => openTree(client, compared))
    while (compared < size) {
      const upTo = Math.min(compared + LEAVES_AT_ONCE, size)
      await inSnapshot(pool, (client) => compareUpTo(client, tree, upTo))
      compared = upTo
      await onPart(compared)
    }
  } catch (error) {
    if (!(error instanceof LedgerFault || error instanceof IncompleteLog)) throw error
    findings.add('tree', error.message)
  }
  return compared
}

interface GrowingTree {
  readonly builder: TileBuilder
  readonly frontier: TreeFrontier
}

async function readSize(client: PoolClient): Promise<number> {
  const size = await readTreeSize(client)
  const { rows } = await client.query<{ signed: string }>(
    'select coalesce(max(size), 0) as signed from log_checkpoint',
  )
  const signed = Number(rows[0]?.signed)
  if (signed > size) {
    throw new LedgerFault(`${signed} events were signed, and the tree has only ${size}`)
  }
  return size
}

/** Continues after the leaves compared before, whose newest checkpoint must still match. */
async function openTree(client: PoolClient, size: number): Promise<GrowingTree> {
  const { rows } = await client.query<CheckpointRow>(
    `select distinct on (origin) origin, size, root, note from log_checkpoint
     where size <= $1 order by origin, size desc`,
    [size],
  )
  const keys = await readLogKeys(client)
  for (const row of rows) {
    const { frontier } = await treeOf(client, Number(row.size))
    await verifyCheckpoint(row, frontier.root(), keys)
  }
  return treeOf(client, size)
}

/** The tree according to the tiles. */
async function treeOf(client: PoolClient, size: number): Promise<GrowingTree> {
  const begun = edgesOf(size)
  const hashes = await readTiles(client, begun)
  const edges = begun.map((tile, at) => ({ ...tile, hashes: hashes[at] as Buffer }))
  const ranges = frontierOf(size)
  const nodes = await hashesOfRanges(tileReader(client), serverHashing, { ranges, size })
  return {
    builder: new TileBuilder(serverHashing, size, edges),
    frontier: new TreeFrontier(serverHashing, size, nodes),
  }
}

async function compareUpTo(
  client: PoolClient,
  { builder, frontier }: GrowingTree,
  upTo: number,
): Promise<void> {
  const { rows } = await client.query<CheckpointRow>(
    `select origin, size, root, note from log_checkpoint
     where size > $1 and size <= $2 order by size`,
    [frontier.size, upTo],
  )
  const roots = new Map<number, Hash>()
  const signed = new Set(rows.map(({ size }) => Number(size)))
  for await (const leaves of readLeaves(client, frontier.size, upTo)) {
    builder.append(leaves)
    for (let at = 0; at < leaves.length; at += HASH_BYTES) {
      frontier.append(leaves.subarray(at, at + HASH_BYTES))
      if (signed.has(frontier.size)) roots.set(frontier.size, frontier.root())
    }
  }
  // Check tiles first, because they show which event is wrong.
  await compareTiles(client, builder.takeChanged())
  const keys = rows.length > 0 ? await readLogKeys(client) : []
  for (const row of rows) await verifyCheckpoint(row, roots.get(Number(row.size)), keys)
}

async function compareTiles(client: PoolClient, tiles: readonly Tile[]): Promise<void> {
  const stored = await readTiles(client, tiles)
  for (const [at, { level, index, hashes }] of tiles.entries()) {
    // If a tile has grown since, its earlier content is its prefix.
    const differs = firstDifference(hashes, stored[at] as Buffer)
    if (differs === undefined) continue
    if (level > 0) throw new LedgerFault(`tile ${index} of level ${level} is not of those below it`)
    const position = index * TILE_WIDTH + differs + 1
    throw new LedgerFault(`event ${position} is not the one that is in the tree of the log`)
  }
}

/** The index of the first hash that differs. */
function firstDifference(hashes: Uint8Array, stored: Buffer): number | undefined {
  if (stored.subarray(0, hashes.length).equals(hashes)) return undefined
  const differs = hashes.findIndex((byte, at) => byte !== stored[at])
  return Math.floor(differs / HASH_BYTES)
}
