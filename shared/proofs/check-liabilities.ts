import { sha256 } from '@noble/hashes/sha2.js'
import { base64 } from '@scure/base'
import { LIABILITY_PROOF_KINDS, type LiabilityProof } from '#shared/contract/liabilities.ts'
import { formatUnits, parseUnits, tryParseUnits } from '#shared/money.ts'
import { ownerBytes, PARTS, partsOf } from './liability-leaves.ts'
import type { LiabilityStatement, StatedAsset } from './liability-statement.ts'
import { nodesOfPath } from './packed-nodes.ts'
import { SumOverflow, sumHashing, sumLeafEntry, sumOf, sumRoot } from './sum-tree.ts'
import { type Hash, isSameHash } from './tree-hashing.ts'
import { rootOfProof } from './tree-proofs.ts'

/**
 * The checks of each asset, in this order:
 *
 * statement  the proof belongs to the statement in the signed log
 * included   the tree contains an amount of the asset for this user
 * parts      there are as many leaves as every amount is divided into, each at a different index
 * owner      the leaves were made for this user, so no other user can be shown the same ones
 * balance    their sum equals the balance from the user's own activity
 * place      the leaves are within the tree, and their paths lead to its root
 * sum        every sum on the path is the sum of its children, and the last is the total
 * root       the root and the number of leaves are the published ones
 */
export const LIABILITY_CHECKS = [
  'statement',
  'included',
  'parts',
  'owner',
  'balance',
  'place',
  'sum',
  'root',
] as const
export type LiabilityCheck = (typeof LIABILITY_CHECKS)[number]

export interface CheckedAsset {
  readonly symbol: string
  /** The user's amount in the tree. */
  readonly amount: string
  /** The indexes of the leaves. */
  readonly leaves: readonly number[]
  readonly stated: StatedAsset | null
  /** The first check that failed; null if all passed. */
  readonly failed: LiabilityCheck | null
}

export interface LiabilityFacts {
  /** The statement in the event of the signed log. */
  readonly statement: LiabilityStatement
  /** The owner of the proof, as known to the device; never taken from the proof. */
  readonly userId: string
  /**
   * Available plus frozen by symbol, in 1e-8 units, summed from the user's own activity up to the
   * statement's position; null if only the file is available.
   */
  readonly held: ReadonlyMap<string, bigint> | null
}

/**
 * A newer server may send data that only a newer app can check. This is not a fault of the
 * statement.
 */
export function isKnownKind({ kind }: { readonly kind: string }): boolean {
  return Object.values(LIABILITY_PROOF_KINDS).some((known) => known === kind)
}

/**
 * Checks whether a statement of liabilities includes everything that a user had.
 *
 * Source: docs/proofs.md, Liabilities
 */
export function checkLiabilityProof(proof: LiabilityProof, facts: LiabilityFacts): CheckedAsset[] {
  const { held } = facts
  const holding = held ? [...held].flatMap(([symbol, units]) => (units > 0n ? symbol : [])) : []
  const symbols = new Set([...proof.assets.map(({ symbol }) => symbol), ...holding])
  return [...symbols].map((symbol) => {
    const leaves = proof.assets.find((asset) => asset.symbol === symbol)?.leaves ?? []
    const stated = facts.statement.assets.find((asset) => asset.symbol === symbol) ?? null
    return {
      symbol,
      amount: formatUnits(
        leaves.reduce((sum, { amount }) => sum + (tryParseUnits(amount) ?? 0n), 0n),
      ),
      leaves: leaves.map(({ index }) => index),
      stated,
      failed: orMalformed(() => failedCheck(proof, facts, { symbol, leaves, stated })),
    }
  })
}

export function isCounted(assets: readonly CheckedAsset[]): boolean {
  return assets.every(({ failed }) => failed === null)
}

type Leaf = LiabilityProof['assets'][number]['leaves'][number]

interface StatedLeaves {
  readonly symbol: string
  readonly leaves: readonly Leaf[]
  readonly stated: StatedAsset | null
}

function failedCheck(
  proof: LiabilityProof,
  { statement, userId, held }: LiabilityFacts,
  { symbol, leaves, stated }: StatedLeaves,
): LiabilityCheck | null {
  if (proof.statement_id !== statement.statementId || proof.position !== statement.position) {
    return 'statement'
  }
  if (!stated || leaves.length === 0) return 'included'
  const places = new Set(leaves.map(({ index }) => index))
  const amounts = leaves.map(({ amount }) => tryParseUnits(amount) ?? -1n)
  if (leaves.length !== PARTS || places.size !== PARTS || amounts.some((units) => units < 0n)) {
    return 'parts'
  }
  const amount = amounts.reduce((sum, units) => sum + units, 0n)
  const secret = base64.decode(proof.secret)
  const parts = partsOf(sha256, { owner: ownerBytes(userId), secret, asset: symbol, amount })
  const isOwn = parts.every(({ commitment, amount: part }, at) => {
    return leaves[at]?.commitment === base64.encode(commitment) && amounts[at] === part
  })
  if (proof.user_id !== userId || !isOwn) return 'owner'
  if (held && amount !== (held.get(symbol) ?? 0n)) return 'balance'
  const position = Number(statement.position)
  const faults = leaves.map((leaf, at) =>
    faultOfLeaf({ leaf, amount: amounts[at] as bigint }, { stated, position }),
  )
  return faults.find((fault) => fault !== null) ?? null
}

const hashing = sumHashing(sha256)

function faultOfLeaf(
  { leaf, amount }: { leaf: Leaf; amount: bigint },
  { stated, position }: { stated: StatedAsset; position: number },
): LiabilityCheck | null {
  const { symbol: asset, leaves } = stated
  const { index, commitment } = leaf
  const entry = { asset, position, index, amount, commitment: base64.decode(commitment) }
  const path = nodesOfPath(leaf.path)
  const ownLeaf = hashing.leaf(sumLeafEntry(entry))
  const top = topOf({ index, leaf: ownLeaf, path }, leaves)
  if (!top) return top === undefined ? 'place' : 'sum'
  if (sumOf(top) !== parseUnits(stated.total)) return 'sum'
  const root = sumRoot(sha256, { asset, position, leaves, top })
  return isSameHash(root, base64.decode(stated.root)) ? null : 'root'
}

/** undefined if the path does not match the index; null if its sums do not fit 128 bits. */
function topOf(
  proof: { index: number; leaf: Hash; path: readonly Hash[] },
  leaves: number,
): Hash | undefined | null {
  try {
    return rootOfProof(hashing, proof, leaves)
  } catch (error) {
    if (error instanceof SumOverflow) return null
    throw error
  }
}

/** Text that is not base64 proves nothing. */
function orMalformed(check: () => LiabilityCheck | null): LiabilityCheck | null {
  try {
    return check()
  } catch {
    return 'root'
  }
}
