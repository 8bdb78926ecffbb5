import type { NumberRange } from '#server/events/read-ahead.ts'
import { SUM_BYTES } from '#shared/proofs/sum-tree.ts'
import { compareAt, type LeafRecords, RECORD_BYTES, RECORDS_AT_ONCE } from './leaf-records.ts'
import type { Rest } from './turns.ts'

/**
 * Bits of a commitment that select its bucket: with a million leaves, each bucket gets about 16.
 */
const BUCKET_BITS = 16
const BUCKETS = 2 ** BUCKET_BITS
/** How many are sorted between two rests. */
const BUCKETS_AT_ONCE = 256
const RECORD_WORDS = RECORD_BYTES / 4
/** Larger buckets, which occur in very large trees, would take too long to sort by insertion. */
const INSERTION_MAX = 64

/**
 * The leaves of several threads, sorted by commitment: those whose sorted positions are in a range,
 * in buffers of several records. The order reveals nothing about their owners, and allows a binary
 * search for a commitment.
 */
export async function sortedRecords(
  parts: readonly LeafRecords[],
  range: NumberRange,
  { recordsAtOnce, rest }: { readonly recordsAtOnce: number; readonly rest: Rest },
): Promise<Iterable<Uint8Array>> {
  const chunks = parts.flatMap(chunksOf)
  return recordsInOrder(chunks, range, {
    recordsAtOnce,
    ...(await orderOf(chunks, range, rest)),
  })
}

function* recordsInOrder(
  chunks: readonly Chunk[],
  range: NumberRange,
  { recordsAtOnce, order, first }: Order & { readonly recordsAtOnce: number },
): Generator<Uint8Array> {
  for (let from = range.from; from < range.to; from += recordsAtOnce) {
    const count = Math.min(recordsAtOnce, range.to - from)
    const records = new Uint32Array(count * RECORD_WORDS)
    for (let record = 0; record < count; record += 1) {
      const number = order[from - first + record] as number
      const { words } = chunks[Math.floor(number / RECORDS_AT_ONCE)] as Chunk
      const at = (number % RECORDS_AT_ONCE) * RECORD_WORDS
      for (let word = 0; word < RECORD_WORDS; word += 1) {
        records[record * RECORD_WORDS + word] = words[at + word] as number
      }
    }
    yield new Uint8Array(records.buffer)
  }
}

interface Chunk {
  readonly bytes: Uint8Array
  /** The same memory as 32-bit words, to copy a record in fewer steps. */
  readonly words: Uint32Array
  readonly count: number
}

/** The last chunk of each thread is only partly filled. */
function chunksOf({ chunks, count }: LeafRecords): Chunk[] {
  return chunks.map((chunk, at) => ({
    bytes: new Uint8Array(chunk),
    words: new Uint32Array(chunk),
    count: Math.min(RECORDS_AT_ONCE, count - at * RECORDS_AT_ONCE),
  }))
}

/** Records are numbered as if all chunks were full. */
function placeOf(chunks: readonly Chunk[], number: number): { bytes: Uint8Array; at: number } {
  const { bytes } = chunks[Math.floor(number / RECORDS_AT_ONCE)] as Chunk
  return { bytes, at: (number % RECORDS_AT_ONCE) * RECORD_BYTES }
}

interface Order {
  /** The sorted numbers of the records in the buckets that a range needs. */
  readonly order: Uint32Array
  /** The count of records before them. */
  readonly first: number
}

/** Commitments are as good as random, so buckets by leading bits have nearly equal sizes. */
async function orderOf(
  chunks: readonly Chunk[],
  { from, to }: NumberRange,
  rest: Rest,
): Promise<Order> {
  const begins = await beginsOf(chunks, rest)
  const beginOf = (bucket: number) => begins[bucket] as number
  let low = 0
  while (low < BUCKETS && beginOf(low + 1) <= from) low += 1
  let high = low
  while (high < BUCKETS && beginOf(high) < to) high += 1
  const first = beginOf(low)
  const placed = await placeIn(begins, { low, high }, { chunks, rest })
  const compareRecords = (one: number, other: number): number => {
    const [left, right] = [placeOf(chunks, one), placeOf(chunks, other)]
    return compareAt(left.bytes, left.at, { with: right.bytes, at: right.at })
  }
  for (let bucket = low; bucket < high; bucket += 1) {
    const bounds = [beginOf(bucket) - first, beginOf(bucket + 1) - first] as const
    if (bounds[1] - bounds[0] > INSERTION_MAX) {
      placed.order.subarray(...bounds).sort(compareRecords)
    } else sortFew(placed, bounds, compareRecords)
    if (bucket % BUCKETS_AT_ONCE === 0) await rest()
  }
  return { order: placed.order, first }
}

interface Placed {
  /** The numbers of records. */
  readonly order: Uint32Array
  /** The leading bits of each. */
  readonly keys: Uint32Array
}

/** The records of some buckets, each in its bucket, in any order. */
async function placeIn(
  begins: Uint32Array,
  { low, high }: { readonly low: number; readonly high: number },
  { chunks, rest }: { readonly chunks: readonly Chunk[]; readonly rest: Rest },
): Promise<Placed> {
  const first = begins[low] as number
  const order = new Uint32Array((begins[high] as number) - first)
  const keys = new Uint32Array(order.length)
  const next = begins.slice()
  for (const [at, chunk] of chunks.entries()) {
    for (let record = 0; record < chunk.count; record += 1) {
      const key = firstBits(chunk.bytes, record * RECORD_BYTES)
      const bucket = key >>> (32 - BUCKET_BITS)
      if (bucket < low || bucket >= high) continue
      const place = (next[bucket] as number) - first
      next[bucket] = place + first + 1
      order[place] = at * RECORDS_AT_ONCE + record
      keys[place] = key
    }
    await rest()
  }
  return { order, keys }
}

/** The start of each bucket, followed by the end of the last one. */
async function beginsOf(chunks: readonly Chunk[], rest: Rest): Promise<Uint32Array> {
  const begins = new Uint32Array(BUCKETS + 1)
  for (const { bytes, count } of chunks) {
    for (let record = 0; record < count; record += 1) {
      const bucket = firstBits(bytes, record * RECORD_BYTES) >>> (32 - BUCKET_BITS)
      begins[bucket + 1] = (begins[bucket + 1] as number) + 1
    }
    await rest()
  }
  for (let bucket = 1; bucket < begins.length; bucket += 1) {
    begins[bucket] = (begins[bucket] as number) + (begins[bucket - 1] as number)
  }
  return begins
}

/** Insertion sort. Reads records only if their leading bits are equal. */
function sortFew(
  { order, keys }: Placed,
  [from, to]: readonly [from: number, to: number],
  compareRecords: (one: number, other: number) => number,
): void {
  for (let next = from + 1; next < to; next += 1) {
    const number = order[next] as number
    const key = keys[next] as number
    let at = next
    for (; at > from; at -= 1) {
      const before = keys[at - 1] as number
      if (before < key) break
      if (before === key && compareRecords(order[at - 1] as number, number) <= 0) break
      order[at] = order[at - 1] as number
      keys[at] = before
    }
    order[at] = number
    keys[at] = key
  }
}

function firstBits(bytes: Uint8Array, record: number): number {
  const at = record + SUM_BYTES
  const [one, two] = [bytes[at] as number, bytes[at + 1] as number]
  const [three, four] = [bytes[at + 2] as number, bytes[at + 3] as number]
  return ((one << 24) | (two << 16) | (three << 8) | four) >>> 0
}
