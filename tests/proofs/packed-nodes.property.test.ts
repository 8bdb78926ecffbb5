import fc from 'fast-check'
import { expect, test } from 'vitest'
import { packNodes, unpackNodes } from '#shared/proofs/packed-nodes.ts'
import { SUM_BYTES, SUM_NODE_BYTES, writeSum } from '#shared/proofs/sum-tree.ts'

const node = fc
  .record({
    sum: fc.bigInt({ min: 0n, max: 2n ** 128n - 1n }),
    bits: fc.integer({ min: 0, max: 128 }),
    hash: fc.uint8Array({ minLength: 32, maxLength: 32 }),
  })
  .map(({ sum, bits, hash }) => {
    const bytes = new Uint8Array(SUM_NODE_BYTES)
    writeSum(new DataView(bytes.buffer), 0, BigInt.asUintN(bits, sum))
    bytes.set(hash, SUM_BYTES)
    return bytes
  })

test('nodes are unpacked as they were', () => {
  fc.assert(
    fc.property(fc.array(node, { maxLength: 30 }), (nodes) => {
      expect(unpackNodes(packNodes(nodes))).toEqual(nodes)
    }),
  )
})

test('nodes have one form alone, and no others are read', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      let nodes: Uint8Array[]
      try {
        nodes = unpackNodes(bytes)
      } catch {
        return
      }
      expect(packNodes(nodes)).toEqual(bytes)
    }),
  )
})

test('bytes that end within a node, or a sum with a zero before it, are no nodes', () => {
  const one = packNodes([new Uint8Array(SUM_NODE_BYTES).fill(7)])
  expect(() => unpackNodes(one.subarray(0, -1))).toThrow('no nodes')
  expect(() => unpackNodes(Uint8Array.of(1, 0, ...new Uint8Array(32)))).toThrow('no nodes')
  expect(() => unpackNodes(Uint8Array.of(17, ...new Uint8Array(49)))).toThrow('no nodes')
})
