import { HASH_BYTES } from './tree-hashing.ts'

/** The content of a leaf of the log's tree. The event's hash covers the rest of the event. */
export interface LogLeaf {
  /** Of the event, from 1: the leaf's index is one less. */
  readonly position: number
  /** When it was recorded: microseconds since 1970, UTC. */
  readonly recordedAtUs: bigint
  /** Of the event: see shared/event-text.ts. */
  readonly eventHash: Uint8Array
}

export const LEAF_BYTES = 16 + HASH_BYTES

/**
 * The 48 bytes of a leaf: position and time as 64-bit integers (big-endian, signed), then the hash.
 *
 * Source: docs/proofs.md, The log tree
 */
export function leafEntry({ position, recordedAtUs, eventHash }: LogLeaf): Uint8Array {
  if (eventHash.length !== HASH_BYTES) throw new Error('the hash of an event has 32 bytes')
  const entry = new Uint8Array(LEAF_BYTES)
  const view = new DataView(entry.buffer)
  view.setBigInt64(0, BigInt(position))
  view.setBigInt64(8, recordedAtUs)
  entry.set(eventHash, 16)
  return entry
}

/** The index of an event's leaf in the tree. */
export function leafIndexOf(position: number): number {
  return position - 1
}
