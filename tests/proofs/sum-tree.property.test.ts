import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { RECORD_BYTES } from '#server/features/liabilities/leaf-records.ts'
import { partsOf } from '#shared/proofs/liability-leaves.ts'
import { SumOverflow, sumLeafEntry, sumOf } from '#shared/proofs/sum-tree.ts'
import { pathOf, rootOf, topOf } from './recursive-sum-tree.ts'
import { ASSET, hashing, POSITION, sha256, treeOf } from './support/sum-trees.ts'

const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
const amounts = fc.bigInt({ min: 0n, max: 2n ** 100n })
const bytes32 = fc.uint8Array({ minLength: 32, maxLength: 32 })
const part = fc.record({ commitment: bytes32, amount: amounts })

/** The leaves as stored, for the second implementation. */
function leavesOf(records: readonly Uint8Array[]) {
  return records.map((record) => ({
    amount: sumOf(record),
    commitment: hexOf(record.subarray(RECORD_BYTES - 32)),
  }))
}

describe('a tree of sums', () => {
  test('has the root, total and paths of its definition', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(part, { minLength: 1, maxLength: 40 }),
        fc.nat(),
        async (parts, any) => {
          const built = await treeOf(parts)
          const tree = { asset: ASSET, position: POSITION, leaves: leavesOf(built.records) }
          expect(built.total).toBe(parts.reduce((sum, { amount }) => sum + amount, 0n))
          expect(built.total).toBe(topOf(tree).sum)
          expect(hexOf(built.root)).toBe(rootOf(tree))
          const index = any % parts.length
          expect((await built.pathTo(index)).map(hexOf)).toEqual(pathOf(tree, index))
        },
      ),
      { numRuns: 300 },
    )
  })

  test.each([255, 256, 257, 511, 513, 65_537])('has them with %i leaves', async (size) => {
    const parts = Array.from({ length: size }, (_, at) => ({
      commitment: sha256(Buffer.from(`leaf ${at}`)),
      amount: BigInt(at),
    }))
    const built = await treeOf(parts)
    const tree = { asset: ASSET, position: POSITION, leaves: leavesOf(built.records) }
    expect(hexOf(built.root)).toBe(rootOf(tree))
    expect((await built.pathTo(size - 1)).map(hexOf)).toEqual(pathOf(tree, size - 1))
  })

  test('has its leaves in the order of their commitments, in whatever order they were read', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(part, { minLength: 1, maxLength: 60 }), async (parts) => {
        const { records } = await treeOf(parts)
        const found = leavesOf(records).map(({ commitment }) => commitment)
        expect(found).toEqual(parts.map(({ commitment }) => hexOf(commitment)).sort())
      }),
    )
  })

  test('cannot hold a sum above 128 bits, nor an amount below zero', async () => {
    const most = 2n ** 128n - 1n
    const commitment = new Uint8Array(32)
    const leaf = (amount: bigint, index: number) =>
      hashing.leaf(sumLeafEntry({ asset: ASSET, position: POSITION, index, amount, commitment }))
    expect(sumOf(hashing.node(leaf(most - 5n, 0), leaf(5n, 1)))).toBe(most)
    expect(() => hashing.node(leaf(most, 0), leaf(1n, 1))).toThrow(SumOverflow)
    expect(() => leaf(-1n, 0)).toThrow(SumOverflow)
    expect(() => leaf(most + 1n, 0)).toThrow(SumOverflow)
  })
})

describe('the parts of an amount', () => {
  test('add up to it, and are the same each time they are derived', () => {
    fc.assert(
      fc.property(amounts, bytes32, bytes32, (amount, secret, id) => {
        const owed = { owner: id.subarray(0, 16), secret, asset: ASSET, amount }
        const parts = partsOf(sha256, owed)
        expect(parts.reduce((sum, each) => sum + each.amount, 0n)).toBe(amount)
        expect(parts.every((each) => each.amount >= 0n)).toBe(true)
        expect(parts).toEqual(partsOf(sha256, owed))
      }),
    )
  })

  test('differ between assets, secrets and owners, and between each other', () => {
    fc.assert(
      fc.property(bytes32, bytes32, (secret, id) => {
        const owner = id.subarray(0, 16)
        const owed = { owner, secret, asset: ASSET, amount: 100n }
        const other = secret.map((byte) => byte ^ 1)
        const all = [
          owed,
          { ...owed, asset: 'BTC' },
          { ...owed, secret: other },
          { ...owed, owner: owner.map((byte) => byte ^ 1) },
        ].flatMap((each) => partsOf(sha256, each).map(({ commitment }) => hexOf(commitment)))
        expect(new Set(all).size).toBe(8)
      }),
    )
  })
})
