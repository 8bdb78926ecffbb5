import { base64 } from '@scure/base'
import { describe, expect, test } from 'vitest'
import type { LiabilityProof } from '#shared/contract/liabilities.ts'
import { formatUnits } from '#shared/money.ts'
import { checkLiabilityProof, type LiabilityCheck } from '#shared/proofs/check-liabilities.ts'
import { type Part, partsOf } from '#shared/proofs/liability-leaves.ts'
import type { LiabilityStatement } from '#shared/proofs/liability-statement.ts'
import { nodesOfPath, packedPath } from '#shared/proofs/packed-nodes.ts'
import { sumOf, sumRoot } from '#shared/proofs/sum-tree.ts'
import type { Hash } from '#shared/proofs/tree-hashing.ts'
import {
  ASSET,
  hashing,
  owedTo,
  type Person,
  POSITION,
  person,
  proofFor,
  sha256,
  statementOver,
  type Tree,
  treeOf,
} from '#tests/proofs/support/sum-trees.ts'

// Ways for an operator to state less than users have, and the check of a user's device that detects
// each.

const [firstUser, secondUser, thirdUser] = [
  person(1, 500n),
  person(2, 500n),
  person(3, 70n),
] as const
const PEOPLE = [firstUser, secondUser, thirdUser]

const partsFor = (people: readonly Person[]): Part[] =>
  people.flatMap((each) => partsOf(sha256, owedTo(each)))

function failedFor(
  owner: Person,
  proof: LiabilityProof,
  statement: LiabilityStatement,
): LiabilityCheck | null | undefined {
  const held = new Map([[ASSET, owner.amount]])
  const [found] = checkLiabilityProof(proof, { statement, userId: owner.userId, held })
  return found?.failed
}

/** Publishes a false top of the tree, as an operator can who invents the nodes above the leaves. */
function statedWith(tree: Tree, top: Hash, leaves = tree.leaves) {
  const root = sumRoot(sha256, { asset: ASSET, position: POSITION, leaves, top })
  const total = formatUnits(sumOf(top))
  return statementOver({ ...tree.stated, root: base64.encode(root), total, leaves })
}

describe('a statement of liabilities', () => {
  test('passes all checks if it is sound', async () => {
    const tree = await treeOf(partsFor(PEOPLE))
    for (const each of PEOPLE) {
      expect(failedFor(each, await proofFor(tree, each), statementOver(tree.stated))).toBeNull()
    }
  })

  test('may have a total that is larger than any single amount', async () => {
    const rich = [1, 2, 3].map((number) => person(number, 9n * 10n ** 22n))
    const tree = await treeOf(partsFor(rich))
    expect(tree.stated.total).toBe('2700000000000000')
    for (const each of rich) {
      expect(failedFor(each, await proofFor(tree, each), statementOver(tree.stated))).toBeNull()
    }
  })

  test('cannot leave a user out', async () => {
    const tree = await treeOf(partsFor([firstUser, thirdUser]))
    const proof = await proofFor(tree, secondUser)
    expect(failedFor(secondUser, proof, statementOver(tree.stated))).toBe('included')
    expect(failedFor(secondUser, { ...proof, assets: [] }, statementOver(tree.stated))).toBe(
      'included',
    )
    expect(failedFor(secondUser, await proofFor(tree, secondUser), statementOver())).toBe(
      'included',
    )
  })

  test('cannot show one leaf to two users, even with the same balance and secret', async () => {
    const tree = await treeOf(partsFor([firstUser, thirdUser]))
    const shown = { ...(await proofFor(tree, firstUser)), user_id: secondUser.userId }
    expect(failedFor(secondUser, shown, statementOver(tree.stated))).toBe('owner')
  })

  test('cannot count a smaller balance than the user had', async () => {
    const poorer = { ...secondUser, amount: 400n }
    const tree = await treeOf(partsFor([firstUser, poorer, thirdUser]))
    expect(failedFor(secondUser, await proofFor(tree, poorer), statementOver(tree.stated))).toBe(
      'balance',
    )
  })

  test('cannot state the larger of two sums as their total', async () => {
    const larger = (one: Hash, other: Hash): Hash => {
      const sum = hashing.node(one, other)
      sum.set((sumOf(one) > sumOf(other) ? one : other).subarray(0, 16))
      return sum
    }
    const tree = await treeOf(partsFor([firstUser]))
    const [first, second] = await Promise.all([tree.pathTo(1), tree.pathTo(0)])
    const top = larger(first[0] as Hash, second[0] as Hash)
    expect(failedFor(firstUser, await proofFor(tree, firstUser), statedWith(tree, top))).toBe('sum')
  })

  test('cannot state a total that its tree does not have', async () => {
    const tree = await treeOf(partsFor(PEOPLE))
    const statement = statementOver({ ...tree.stated, total: '0.00000001' })
    expect(failedFor(firstUser, await proofFor(tree, firstUser), statement)).toBe('sum')
  })

  test('cannot let a sum overflow, or net it by an amount below zero', async () => {
    const tree = await treeOf(partsFor(PEOPLE))
    const proof = await proofFor(tree, firstUser)
    // The two's complement of a debt: as an unsigned number it is nearly 2^128.
    const netted = changedPath(proof, (node) => {
      node.fill(0xff, 0, 16)
      return node
    })
    expect(failedFor(firstUser, netted, statementOver(tree.stated))).toBe('sum')
    expect(() => partsFor([person(4, -400n)]).map(({ amount }) => amount)).not.toThrow()
    await expect(treeOf(partsFor([person(4, -400n)]))).rejects.toThrow('128 bits')
  })

  test('cannot state a wrong number of leaves', async () => {
    const tree = await treeOf(partsFor(PEOPLE))
    const proof = await proofFor(tree, firstUser)
    for (const leaves of [tree.leaves - 1, tree.leaves + 1, tree.leaves * 2]) {
      const statement = statementOver({ ...tree.stated, leaves })
      expect(['place', 'root', 'sum']).toContain(failedFor(firstUser, proof, statement))
    }
  })

  test('cannot pass off a node as a leaf', async () => {
    const tree = await treeOf(partsFor([firstUser, secondUser]))
    const proof = await proofFor(tree, firstUser)
    const leaves = proof.assets[0]?.leaves ?? []
    const shorter = leaves.map((leaf) => ({
      ...leaf,
      path: packedPath(nodesOfPath(leaf.path).slice(1)),
    }))
    const shown = { ...proof, assets: [{ symbol: ASSET, leaves: shorter }] }
    expect(failedFor(firstUser, shown, statementOver(tree.stated))).toBe('place')
    // The tree of half the leaves, in which each leaf stands for what was a node of two.
    const statement = statementOver({ ...tree.stated, leaves: tree.leaves / 2 })
    expect(failedFor(firstUser, shown, statement)).not.toBeNull()
  })

  test('has padding that cannot be distinguished from a user', async () => {
    for (const count of [1, 2, 3, 5, 129]) {
      const people = Array.from({ length: count }, (_, at) => person(at, BigInt(at + 1)))
      const tree = await treeOf(partsFor(people))
      expect(tree.leaves).toBe(2 * count)
      expect(tree.total).toBe(people.reduce((sum, { amount }) => sum + amount, 0n))
    }
  })

  test('cannot be proven with a proof of another asset, position or statement', async () => {
    const tree = await treeOf(partsFor(PEOPLE))
    const ofBitcoin = await treeOf(partsFor(PEOPLE), 'BTC')
    const later = await treeOf(partsFor(PEOPLE), ASSET, POSITION + 1)
    const statement = statementOver(tree.stated)
    expect(failedFor(firstUser, await proofFor(ofBitcoin, firstUser), statement)).toBe('root')
    expect(failedFor(firstUser, await proofFor(later, firstUser), statement)).toBe('root')
    const proof = await proofFor(tree, firstUser)
    expect(failedFor(firstUser, { ...proof, position: '78' }, statement)).toBe('statement')
    expect(failedFor(firstUser, { ...proof, statement_id: firstUser.userId }, statement)).toBe(
      'statement',
    )
  })

  test('cannot have one root for some users and another for the rest', async () => {
    // Each user is shown a tree with the others left out; the log contains one of the two.
    const [forAnn, forBen] = await Promise.all([
      treeOf(partsFor([firstUser])),
      treeOf(partsFor([secondUser])),
    ])
    const inLog = statementOver(forAnn.stated)
    expect(failedFor(firstUser, await proofFor(forAnn, firstUser), inLog)).toBeNull()
    expect(failedFor(secondUser, await proofFor(forBen, secondUser), inLog)).not.toBeNull()
  })

  test('cannot show the same leaf twice as two parts', async () => {
    const tree = await treeOf(partsFor(PEOPLE))
    const proof = await proofFor(tree, firstUser)
    const [leaf] = proof.assets[0]?.leaves ?? []
    const shown = { ...proof, assets: [{ symbol: ASSET, leaves: leaf ? [leaf, leaf] : [] }] }
    expect(failedFor(firstUser, shown, statementOver(tree.stated))).toBe('parts')
  })

  test('cannot be hidden behind an unreadable response', async () => {
    const tree = await treeOf(partsFor(PEOPLE))
    const proof = await proofFor(tree, firstUser)
    const unreadable = { ...proof, secret: 'no base64' }
    expect(failedFor(firstUser, unreadable, statementOver(tree.stated))).not.toBeNull()
  })
})

function changedPath(proof: LiabilityProof, change: (node: Hash) => Hash): LiabilityProof {
  const assets = proof.assets.map((asset) => ({
    ...asset,
    leaves: asset.leaves.map((leaf) => ({
      ...leaf,
      path: packedPath(nodesOfPath(leaf.path).map(change)),
    })),
  }))
  return { ...proof, assets }
}
