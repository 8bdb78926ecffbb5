import type { Pool, PoolClient } from 'pg'
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

/** Small enough that a server that reads many leaves can still handle requests in between. */
const LEAVES_AT_ONCE = 4_096
/** From 1970, which a leaf counts from, to 2000, which PostgreSQL counts from. */
const EPOCH_S = 946_684_800

/**
 * The hashes of the leaves from one size of the tree to another, many at a time, concatenated.
 *
 * Shape   as shared/proofs/log-leaf.ts writes an entry, hashed as a leaf of RFC 9162
 * @throws IncompleteLog
 */
export async function* readLeaves(
  db: Database,
  from: number,
  to: number,
): AsyncGenerator<Uint8Array> {
  const ranges = rangesBetween(from, to, LEAVES_AT_ONCE)
  // PostgreSQL hashes the next ones while the nodes above these are hashed here.
  const read = readAhead(ranges, (range) => readHashes(db, range))
  for await (const hashes of read) yield hashes
}

/** One value for all rows: parsing each row would take longer than hashing it. */
async function readHashes(db: Database, { from, to }: NumberRange): Promise<Buffer> {
  const { rows } = await db.query<{ hashes: Buffer | null }>({
    name: 'read-log-leaves',
    text: `select string_agg(pg_catalog.sha256('\\x00'::bytea || int8send(position)
               || timestamptz_send(recorded_at + interval '${EPOCH_S} s') || hash),
             ''::bytea order by position) as hashes
           from event where position > $1 and position <= $2`,
    values: [from, to],
  })
  const hashes = rows[0]?.hashes ?? Buffer.alloc(0)
  if (hashes.length !== (to - from) * HASH_BYTES) {
    throw new IncompleteLog(`the log lacks an event between ${from + 1} and ${to}`)
  }
  return hashes
}
