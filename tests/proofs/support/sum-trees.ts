import { createHash } from 'node:crypto'
import { base64 } from '@scure/base'
import { buildTree, leafNodes, type StoredTile } from '#server/features/liabilities/build-tree.ts'
import { LeafCollector, RECORD_BYTES } from '#server/features/liabilities/leaf-records.ts'
import { LIABILITY_PROOF_KINDS, type LiabilityProof } from '#shared/contract/liabilities.ts'
import { formatUnits } from '#shared/money.ts'
import { type Owed, ownerBytes, type Part, partsOf } from '#shared/proofs/liability-leaves.ts'
import type { LiabilityStatement, StatedAsset } from '#shared/proofs/liability-statement.ts'
import { packedPath } from '#shared/proofs/packed-nodes.ts'
import { sumHashing } from '#shared/proofs/sum-tree.ts'
import { hashesOfRanges, TILE_WIDTH, type TileId, type TileReader } from '#shared/proofs/tiles.ts'
import { HASH_BYTES } from '#shared/proofs/tree-hashing.ts'
import { inclusionRanges } from '#shared/proofs/tree-ranges.ts'

export const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()
export const hashing = sumHashing(sha256)

/** A user for tests: everything about them is derived from their number. */
export function person(number: number, amount: bigint) {
  const userId = `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`
  return { userId, secret: sha256(Buffer.from(`secret ${number}`)), amount }
}
export type Person = ReturnType<typeof person>

export const POSITION = 77
export const ASSET = 'USDT'

export const owedTo = ({ userId, secret, amount }: Person): Owed => {
  return { owner: ownerBytes(userId), secret, asset: ASSET, amount }
}

/** A tree over parts, as the server builds and stores it. */
export async function treeOf(parts: readonly Part[], asset = ASSET, position = POSITION) {
  const collector = new LeafCollector()
  for (const { commitment, amount } of parts) collector.add(commitment, amount)
  const tiles = new Map<string, StoredTile>()
  const built = await buildTree(sha256, { asset, position, parts: [collector] }, async (some) => {
    for (const tile of some) tiles.set(nameOf(tile), tile)
  })
  const bytesOf = (tile: TileId) => tiles.get(nameOf(tile))?.bytes as Uint8Array
  const reader: TileReader = {
    read: async (wanted) =>
      wanted.map((tile) => {
        const first = tile.index * TILE_WIDTH
        return tile.level > 0
          ? bytesOf(tile)
          : leafNodes(hashing, bytesOf(tile), { asset, position, first })
      }),
  }
  const records = Array.from({ length: built.leaves }, (_, index) => {
    const tile = bytesOf({ level: 0, index: Math.floor(index / TILE_WIDTH) })
    const at = (index % TILE_WIDTH) * RECORD_BYTES
    return tile.subarray(at, at + RECORD_BYTES)
  })
  const pathTo = (index: number) =>
    hashesOfRanges(reader, hashing, {
      ranges: inclusionRanges(index, built.leaves),
      size: built.leaves,
    })
  const stated: StatedAsset = {
    symbol: asset,
    root: base64.encode(built.root),
    total: formatUnits(built.total),
    leaves: built.leaves,
    interest: '0',
    payouts: '0',
  }
  return { ...built, records, pathTo, stated }
}
export type Tree = Awaited<ReturnType<typeof treeOf>>

export const statementOver = (...assets: StatedAsset[]): LiabilityStatement => {
  return { statementId: STATEMENT_ID, position: String(POSITION), at: '', assets }
}
const STATEMENT_ID = '00000000-0000-7000-8000-00000000aaaa'

/** What the server would show a user of a tree with their leaves. */
export async function proofFor(tree: Tree, owner: Person): Promise<LiabilityProof> {
  const leaves = await Promise.all(
    partsOf(sha256, owedTo(owner)).flatMap(async ({ commitment, amount }) => {
      const index = tree.records.findIndex((record) => isOf(record, commitment))
      const path = index < 0 ? [] : await tree.pathTo(index)
      return {
        index,
        commitment: base64.encode(commitment),
        amount: formatUnits(amount),
        path: packedPath(path),
      }
    }),
  )
  const found = leaves.filter(({ index }) => index >= 0)
  return {
    kind: LIABILITY_PROOF_KINDS.packed,
    user_id: owner.userId,
    secret: base64.encode(owner.secret),
    statement_id: STATEMENT_ID,
    position: String(POSITION),
    event_position: '78',
    assets: [{ symbol: ASSET, leaves: found }],
  }
}

function isOf(record: Uint8Array, commitment: Uint8Array): boolean {
  return Buffer.from(record.subarray(RECORD_BYTES - HASH_BYTES)).equals(Buffer.from(commitment))
}

function nameOf({ level, index }: TileId): string {
  return `${level}/${index}`
}
