import type { Pool, PoolClient } from 'pg'
import { leafEntries } from '#shared/proofs/log-leaf.ts'
import { HASH_BYTES, treeHashing } from '#shared/proofs/tree-hashing.ts'
import { type NumberRange, rangesBetween, readAhead } from './read-ahead.ts'
import { serverSha256 } from './sha256.ts'

type Database = Pick<Pool | PoolClient, 'query'>

/** With Node's own SHA-256, which is several times faster than the browser's portable one. */
export const serverHashing = treeHashing(serverSha256)

/** The log lacks an event, or the tree a tile, that is known to have been there. */
export class IncompleteLog extends Error {
  override readonly name = 'IncompleteLog'
}

/** Few enough that a server that reads many answers requests in between. */
const LEAVES_AT_ONCE = 4_096
const TIME_BYTES = 8
const RECORD_BYTES = TIME_BYTES + HASH_BYTES
/** What PostgreSQL counts microseconds from: 2000 began this long after 1970. */
const EPOCH_US = 946_684_800_000_000n

/**
 * The hashes of the leaves from one size of the tree to another, many at a time, side by side.
 *
 * @throws IncompleteLog
 */
export async function* readLeaves(
  db: Database,
  from: number,
  to: number,
): AsyncGenerator<Uint8Array> {
  const ranges = rangesBetween(from, to, LEAVES_AT_ONCE)
  // PostgreSQL reads the next ones while these are hashed.
  const read = readAhead(ranges, async (range) => ({
    range,
    records: await readRecords(db, range),
  }))
  for await (const { range, records } of read) yield leavesOf(records, range.from)
}

/** Time and hash of each event, side by side. */
async function readRecords(db: Database, { from, to }: NumberRange): Promise<Buffer> {
  // One value for all rows: to parse each row would take longer than to hash it.
  const { rows } = await db.query<{ records: Buffer | null }>({
    name: 'read-log-leaves',
    text: `select string_agg(timestamptz_send(recorded_at) || hash, ''::bytea order by position)
             as records
           from event where position > $1 and position <= $2`,
    values: [from, to],
  })
  const records = rows[0]?.records ?? Buffer.alloc(0)
  if (records.length !== (to - from) * RECORD_BYTES) {
    throw new IncompleteLog(`the log lacks an event between ${from + 1} and ${to}`)
  }
  return records
}

function leavesOf(records: Buffer, from: number): Uint8Array {
  const count = records.length / RECORD_BYTES
  const view = new DataView(records.buffer, records.byteOffset, records.length)
  const entryOf = leafEntries()
  const leaves = new Uint8Array(count * HASH_BYTES)
  for (let place = 0; place < count; place += 1) {
    const at = place * RECORD_BYTES
    // As 64 bits, which are added without allocating numbers of any size.
    const recordedAtUs = BigInt.asIntN(64, view.getBigInt64(at) + EPOCH_US)
    const entry = entryOf(from + place + 1, recordedAtUs, { in: records, at: at + TIME_BYTES })
    serverHashing.writeLeaf(entry, leaves, place * HASH_BYTES)
  }
  return leaves
}
