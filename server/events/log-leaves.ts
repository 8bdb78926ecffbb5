import { hash } from 'node:crypto'
import type { Pool, PoolClient } from 'pg'
import { leafEntry } from '#shared/proofs/log-leaf.ts'
import { HASH_BYTES, treeHashing } from '#shared/proofs/tree-hashing.ts'

type Database = Pick<Pool | PoolClient, 'query'>

/** With Node's own SHA-256, which is several times faster than the browser's portable one. */
export const serverHashing = treeHashing((bytes) => hash('sha256', bytes, 'buffer'))

/** The log lacks an event, or the tree a tile, that is known to have been there. */
export class IncompleteLog extends Error {
  override readonly name = 'IncompleteLog'
}

const TIME_BYTES = 8
/** What PostgreSQL counts microseconds from: 2000 began this long after 1970. */
const EPOCH_US = 946_684_800_000_000n

/**
 * The hashes of the leaves from one size of the tree to another.
 *
 * @throws IncompleteLog
 */
export async function readLeaves(db: Database, from: number, to: number): Promise<Uint8Array[]> {
  // One value for all rows: to parse each row would take longer than to hash it.
  const { rows } = await db.query<{ leaves: Buffer | null }>({
    name: 'read-log-leaves',
    text: `select string_agg(timestamptz_send(recorded_at) || hash, ''::bytea order by position)
             as leaves
           from event where position > $1 and position <= $2`,
    values: [from, to],
  })
  const leaves = rows[0]?.leaves ?? Buffer.alloc(0)
  if (leaves.length !== (to - from) * (TIME_BYTES + HASH_BYTES)) {
    throw new IncompleteLog(`the log lacks an event between ${from + 1} and ${to}`)
  }
  return Array.from({ length: to - from }, (_, place) => {
    const at = place * (TIME_BYTES + HASH_BYTES)
    const recordedAtUs = leaves.readBigInt64BE(at) + EPOCH_US
    const eventHash = leaves.subarray(at + TIME_BYTES, at + TIME_BYTES + HASH_BYTES)
    return serverHashing.leaf(leafEntry({ position: from + place + 1, recordedAtUs, eventHash }))
  })
}
