import { base64 } from '@scure/base'
import { serverSha256 } from '#server/events/sha256.ts'
import type { Queryable } from '#server/projections/documents.ts'
import type { LiabilityProof, PathForm } from '#shared/contract/liabilities.ts'
import { formatUnits, type Units } from '#shared/money.ts'
import { ownerBytes, type Part, partsOf } from '#shared/proofs/liability-leaves.ts'
import { packedPath } from '#shared/proofs/packed-nodes.ts'
import { sumHashing } from '#shared/proofs/sum-tree.ts'
import { hashesOfRanges } from '#shared/proofs/tiles.ts'
import { inclusionRanges } from '#shared/proofs/tree-ranges.ts'
import { nodeReader, placeOf, type TreeName } from './tile-store.ts'

/** The purpose for which a person's secret for one position is derived. */
export function secretPurpose(position: number | string): string {
  return `leaves of liabilities, position ${position}`
}

interface ProofOrder {
  readonly userId: string
  readonly secret: Buffer
  readonly amount: Units
  readonly paths: PathForm
}

type Proven = LiabilityProof['assets'][number]

/**
 * A user's leaves in the tree of one asset. A missing leaf is omitted, and the device raises an
 * alarm.
 */
export async function proveAsset(
  db: Queryable,
  tree: TreeName,
  { userId, secret, amount, paths }: ProofOrder,
): Promise<Proven> {
  const { asset } = tree
  const parts = partsOf(serverSha256, { owner: ownerBytes(userId), secret, asset, amount })
  const leaves = await Promise.all(parts.map((part) => proveLeaf(db, tree, { ...part, paths })))
  return { symbol: asset, leaves: leaves.flat() }
}

async function proveLeaf(
  db: Queryable,
  tree: TreeName,
  { commitment, amount, paths }: Part & Pick<ProofOrder, 'paths'>,
): Promise<Proven['leaves']> {
  const index = await placeOf(db, tree, commitment)
  if (index === undefined) return []
  const size = tree.leaves
  const path = await hashesOfRanges(nodeReader(db, tree), sumHashing(serverSha256), {
    ranges: inclusionRanges(index, size),
    size,
  })
  return [
    {
      index,
      commitment: base64.encode(commitment),
      amount: formatUnits(amount),
      path: paths === 'packed' ? packedPath(path) : path.map((node) => base64.encode(node)),
    },
  ]
}
