import { createHash } from 'node:crypto'
import { sha256 } from '@noble/hashes/sha2.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { serverSha256 } from '#server/events/sha256.ts'
import { sumHashing, sumLeafEntry } from '#shared/proofs/sum-tree.ts'
import { type TreeHashing, treeHashing } from '#shared/proofs/tree-hashing.ts'
import { merkleTreeHash } from './rfc-9162.ts'

// The server writes millions of hashes in place. They must equal hashes computed one by one.

const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
const definition = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()
/** Lacks `write`, so its hashes are copied. */
const plain = (bytes: Uint8Array) => sha256(bytes)

const POWERS = [1, 2, 4, 8, 256]
const bytes32 = fc.uint8Array({ minLength: 32, maxLength: 32 })

describe("the server's SHA-256", () => {
  test('matches the definition for any bytes, both returned and written in place', () => {
    const message = fc.uint8Array({ maxLength: 300 })
    fc.assert(
      fc.property(message, fc.nat(40), (bytes, at) => {
        const expected = definition(bytes)
        expect(hexOf(serverSha256(bytes))).toBe(hexOf(expected))
        const target = new Uint8Array(80).fill(7)
        serverSha256.write(bytes, target, at)
        const around = new Uint8Array(80).fill(7)
        around.set(expected, at)
        expect(hexOf(target)).toBe(hexOf(around))
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('adjacent hashes', () => {
  /** The root of leaves whose number is a power of two, paired up level by level. */
  function rootOf(hashing: TreeHashing, entries: readonly Uint8Array[]): Uint8Array {
    const hashes = new Uint8Array(entries.length * hashing.width)
    for (const [at, entry] of entries.entries()) {
      hashing.writeLeaf(entry, hashes, at * hashing.width)
    }
    for (let left = entries.length; left > 1; left /= 2) hashing.pairUp(hashes, left)
    return hashes.slice(0, hashing.width)
  }

  test('are paired up to the root that the RFC defines', () => {
    fc.assert(
      fc.property(fc.constantFrom(...POWERS), fc.uint8Array({ maxLength: 60 }), (size, begin) => {
        const entries = Array.from({ length: size }, (_, at) => Uint8Array.of(...begin, at))
        const expected = hexOf(merkleTreeHash(entries))
        for (const hash of [serverSha256, plain]) {
          expect(hexOf(rootOf(treeHashing(hash), entries))).toBe(expected)
        }
      }),
      { numRuns: 200 },
    )
  })

  test('have the same sums as nodes that are computed one by one', () => {
    const amount = fc.bigInt({ min: 0n, max: 2n ** 120n - 1n })
    fc.assert(
      fc.property(fc.constantFrom(...POWERS), amount, bytes32, (size, most, commitment) => {
        const entries = Array.from({ length: size }, (_, index) =>
          sumLeafEntry({
            ...{ asset: 'USDT', position: 7, index, commitment },
            amount: (most * BigInt(index)) / 256n,
          }),
        )
        const hashing = sumHashing(plain)
        let nodes = entries.map((entry) => hashing.leaf(entry))
        while (nodes.length > 1) {
          const below = nodes
          nodes = Array.from({ length: below.length / 2 }, (_, at) =>
            hashing.node(below[2 * at] as Uint8Array, below[2 * at + 1] as Uint8Array),
          )
        }
        expect(hexOf(rootOf(sumHashing(serverSha256), entries))).toBe(hexOf(nodes[0] as Uint8Array))
      }),
      { numRuns: 200 },
    )
  })
})
