import { SUM_BYTES, SUM_NODE_BYTES } from './sum-tree.ts'
import { HASH_BYTES, type Hash } from './tree-hashing.ts'

/**
 * Nodes of a tree of sums, one after another. Hardly any sum needs the 16 bytes that it may have.
 *
 * Shape   for each: how many bytes its sum takes, in one byte; the sum, big-endian; the hash
 */
export function packNodes(nodes: readonly Hash[]): Uint8Array {
  const parts = nodes.flatMap((node) => {
    const begin = node.subarray(0, SUM_BYTES).findIndex((byte) => byte !== 0)
    const zeros = begin < 0 ? SUM_BYTES : begin
    return [SUM_BYTES - zeros, ...node.subarray(zeros)]
  })
  return Uint8Array.from(parts)
}

/** @throws Error where the bytes are no nodes, or a sum has more bytes than it needs */
export function unpackNodes(bytes: Uint8Array): Hash[] {
  const nodes: Hash[] = []
  for (let at = 0; at < bytes.length; ) {
    const sum = bytes[at] as number
    const end = at + 1 + sum + HASH_BYTES
    if (sum > SUM_BYTES || end > bytes.length || (sum > 0 && bytes[at + 1] === 0)) {
      throw new Error('these bytes are no nodes of a tree of sums')
    }
    const node = new Uint8Array(SUM_NODE_BYTES)
    node.set(bytes.subarray(at + 1, end), SUM_BYTES - sum)
    nodes.push(node)
    at = end
  }
  return nodes
}
