import { SUM_BYTES, SUM_LEAF_BYTES, writeSum } from '#shared/proofs/sum-tree.ts'
import { HASH_BYTES } from '#shared/proofs/tree-hashing.ts'

/** An amount and a commitment in one byte record: objects would need five times the memory. */
export const RECORD_BYTES = SUM_LEAF_BYTES
/** Few enough that an asset with few holders takes little memory. */
export const RECORDS_AT_ONCE = 4_096

/**
 * The leaves of one asset, collected by one thread; other threads read the chunks without a copy.
 */
export interface LeafRecords {
  readonly chunks: readonly SharedArrayBuffer[]
  readonly count: number
}

export class LeafCollector implements LeafRecords {
  readonly chunks: SharedArrayBuffer[] = []
  count = 0
  #last: Uint8Array = new Uint8Array(0)
  #sums: DataView = new DataView(new ArrayBuffer(0))

  add(commitment: Uint8Array, amount: bigint): void {
    const at = (this.count % RECORDS_AT_ONCE) * RECORD_BYTES
    if (at === 0) {
      const chunk = new SharedArrayBuffer(RECORDS_AT_ONCE * RECORD_BYTES)
      this.chunks.push(chunk)
      this.#last = new Uint8Array(chunk)
      this.#sums = new DataView(chunk)
    }
    writeSum(this.#sums, at, amount)
    this.#last.set(commitment, at + SUM_BYTES)
    this.count += 1
  }
}

/** Compares by commitment. Equal commitments have equal salts, so their order does not matter. */
export function compare(one: Uint8Array, other: Uint8Array): number {
  return compareAt(one, 0, { with: other, at: 0 })
}

/** {@link compare} for records inside larger buffers. */
export function compareAt(
  one: Uint8Array,
  at: number,
  other: { with: Uint8Array; at: number },
): number {
  for (let byte = SUM_BYTES; byte < SUM_BYTES + HASH_BYTES; byte += 1) {
    const difference = (one[at + byte] as number) - (other.with[other.at + byte] as number)
    if (difference !== 0) return difference
  }
  return 0
}
