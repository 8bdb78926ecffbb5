import { base64 } from '@scure/base'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nodesOfPath, packedPath, packNodes, unpackNodes } from '#shared/proofs/packed-nodes.ts'
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

test('packed nodes are unpacked unchanged', () => {
  fc.assert(
    fc.property(fc.array(node, { maxLength: 30 }), (nodes) => {
      expect(unpackNodes(packNodes(nodes))).toEqual(nodes)
    }),
  )
})

/** Bytes like those of a packed node, possibly with a longer sum than necessary. */
const packed = fc
  .record({
    sum: fc.array(fc.constantFrom(0, 1, 255), { maxLength: SUM_BYTES + 1 }),
    hash: fc.uint8Array({ minLength: 32, maxLength: 32 }),
  })
  .map(({ sum, hash }) => [sum.length, ...sum, ...hash])

test('nodes have exactly one packed form, and other forms are refused', () => {
  let read = 0
  fc.assert(
    fc.property(fc.array(packed, { maxLength: 3 }), (parts) => {
      const bytes = Uint8Array.from(parts.flat())
      let nodes: Uint8Array[]
      try {
        nodes = unpackNodes(bytes)
      } catch {
        return
      }
      if (nodes.length > 0) read += 1
      expect(packNodes(nodes)).toEqual(bytes)
    }),
    { numRuns: 1_000 },
  )
  expect(read).toBeGreaterThan(50)
})

test('paths are read as they were written, both packed and as lists', () => {
  fc.assert(
    fc.property(fc.array(node, { maxLength: 5 }), (nodes) => {
      expect(nodesOfPath(packedPath(nodes))).toEqual(nodes)
      expect(nodesOfPath(nodes.map((each) => base64.encode(each)))).toEqual(nodes)
    }),
  )
  expect(() => nodesOfPath([base64.encode(new Uint8Array(47))])).toThrow('another length')
})

test('bytes that end within a node, or a sum with a leading zero, are refused', () => {
  const one = packNodes([new Uint8Array(SUM_NODE_BYTES).fill(7)])
  expect(() => unpackNodes(one.subarray(0, -1))).toThrow('no nodes')
  expect(() => unpackNodes(Uint8Array.of(1, 0, ...new Uint8Array(32)))).toThrow('no nodes')
  expect(() => unpackNodes(Uint8Array.of(17, ...new Uint8Array(49)))).toThrow('no nodes')
})
