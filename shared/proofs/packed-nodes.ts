import { base64 } from '@scure/base'
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

/** A path as a proof has it: packed, in base64, or a list of nodes of which each is in base64. */
export type WrittenPath = string | readonly string[]

export function packedPath(nodes: readonly Hash[]): string {
  return base64.encode(packNodes(nodes))
}

/** @throws Error where it is no path */
export function nodesOfPath(path: WrittenPath): Hash[] {
  if (typeof path === 'string') return unpackNodes(base64.decode(path))
  const nodes = path.map((node) => base64.decode(node))
  if (nodes.every(({ length }) => length === SUM_NODE_BYTES)) return nodes
  throw new Error('a node of a tree of sums has another length')
}
