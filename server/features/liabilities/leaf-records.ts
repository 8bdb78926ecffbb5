import { SUM_BYTES, SUM_LEAF_BYTES, writeSum } from '#shared/proofs/sum-tree.ts'
import { HASH_BYTES } from '#shared/proofs/tree-hashing.ts'

/** An amount and a commitment, side by side: objects would take five times the memory. */
export const RECORD_BYTES = SUM_LEAF_BYTES
/** Few enough that an asset which hardly anyone holds takes little. */
const RECORDS_AT_ONCE = 4_096

/** The leaves of one asset as a thread finds them; another thread reads the chunks without a copy. */
export interface LeafRecords {
  readonly chunks: readonly SharedArrayBuffer[]
  readonly count: number
}

/** Collects leaves. */
export class LeafCollector implements LeafRecords {
  readonly chunks: SharedArrayBuffer[] = []
  count = 0
  #last: Uint8Array = new Uint8Array(0)

  add(commitment: Uint8Array, amount: bigint): void {
    const at = (this.count % RECORDS_AT_ONCE) * RECORD_BYTES
    if (at === 0) {
      const chunk = new SharedArrayBuffer(RECORDS_AT_ONCE * RECORD_BYTES)
      this.chunks.push(chunk)
      this.#last = new Uint8Array(chunk)
    }
    writeSum(this.#last, at, amount)
    this.#last.set(commitment, at + SUM_BYTES)
    this.count += 1
  }
}

/** Bits of a commitment that choose its bucket: a million leaves come to 16 in each. */
const BUCKET_BITS = 16
/** Where a tree is so large that buckets are, sorting by insertion would take too long. */
const INSERTION_MAX = 64

/**
 * The leaves of several threads in the order of their commitments, one buffer of many records at a time.
 * That order says nothing about their owners, and finds a commitment by halving.
 */
export function* sortedRecords(
  parts: readonly LeafRecords[],
  recordsAtOnce: number,
): Generator<Uint8Array> {
  const chunks = parts.flatMap(({ chunks: each }) => each.map((chunk) => new Uint8Array(chunk)))
  const places = placesOf(parts)
  const recordAt = (place: number): Uint8Array => {
    const chunk = chunks[Math.floor(place / RECORDS_AT_ONCE)] as Uint8Array
    const at = (place % RECORDS_AT_ONCE) * RECORD_BYTES
    return chunk.subarray(at, at + RECORD_BYTES)
  }
  const order = orderOf(places, recordAt)
  for (let from = 0; from < order.length; from += recordsAtOnce) {
    const some = order.subarray(from, from + recordsAtOnce)
    const records = new Uint8Array(some.length * RECORD_BYTES)
    for (let at = 0; at < some.length; at += 1) {
      records.set(recordAt(some[at] as number), at * RECORD_BYTES)
    }
    yield records
  }
}

/** Where the records are: the last chunk of each thread is filled only in part. */
function placesOf(parts: readonly LeafRecords[]): Uint32Array {
  const places = new Uint32Array(parts.reduce((sum, { count }) => sum + count, 0))
  let filled = 0
  let begin = 0
  for (const { chunks, count } of parts) {
    for (let at = 0; at < count; at += 1) places[filled + at] = begin + at
    filled += count
    begin += chunks.length * RECORDS_AT_ONCE
  }
  return places
}

/** Commitments are as good as random, so buckets by their first bits are nearly of one size. */
function orderOf(places: Uint32Array, recordAt: (place: number) => Uint8Array): Uint32Array {
  const keys = new Uint32Array(places.length)
  const ends = new Uint32Array(2 ** BUCKET_BITS + 1)
  for (let at = 0; at < places.length; at += 1) {
    const record = recordAt(places[at] as number)
    const key = firstBits(record)
    keys[at] = key
    const bucket = (key >>> (32 - BUCKET_BITS)) + 1
    ends[bucket] = (ends[bucket] as number) + 1
  }
  for (let bucket = 1; bucket < ends.length; bucket += 1) {
    ends[bucket] = (ends[bucket] as number) + (ends[bucket - 1] as number)
  }
  const begins = ends.slice(0, -1)
  const order = new Uint32Array(places.length)
  for (let at = 0; at < places.length; at += 1) {
    const bucket = (keys[at] as number) >>> (32 - BUCKET_BITS)
    const place = begins[bucket] as number
    order[place] = places[at] as number
    begins[bucket] = place + 1
  }
  const isAfter = (one: number, other: number) => compare(recordAt(one), recordAt(other))
  for (let bucket = 0; bucket < ends.length - 1; bucket += 1) {
    sortFew(order.subarray(ends[bucket], ends[bucket + 1]), isAfter)
  }
  return order
}

function sortFew(places: Uint32Array, order: (one: number, other: number) => number): void {
  if (places.length > INSERTION_MAX) {
    places.sort(order)
    return
  }
  for (let next = 1; next < places.length; next += 1) {
    const place = places[next] as number
    let at = next
    while (at > 0 && order(places[at - 1] as number, place) > 0) {
      places[at] = places[at - 1] as number
      at -= 1
    }
    places[at] = place
  }
}

function firstBits(record: Uint8Array): number {
  const byte = (at: number) => record[SUM_BYTES + at] as number
  return ((byte(0) << 24) | (byte(1) << 16) | (byte(2) << 8) | byte(3)) >>> 0
}

/** By their commitments. Two that are equal have equal salts, and their order does not matter. */
export function compare(one: Uint8Array, other: Uint8Array): number {
  for (let at = SUM_BYTES; at < SUM_BYTES + HASH_BYTES; at += 1) {
    const difference = (one[at] as number) - (other[at] as number)
    if (difference !== 0) return difference
  }
  return 0
}
