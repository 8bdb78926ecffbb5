import { base64 } from '@scure/base'
import { serverHashing } from '#server/events/log-leaves.ts'
import { tileReader } from '#server/events/log-tiles.ts'
import { type Caller, mayNow } from '#server/platform/caller.ts'
import type { Queryable } from '#server/projections/documents.ts'
import {
  type EventProof,
  provenEvent,
  readEventProof,
  readOwnEventProof,
} from '#server/queries/event-proof.ts'
import type { EventProofFile } from '#shared/contract/signed-log.ts'
import { STATEMENT_EVENT } from '#shared/proofs/liability-statement.ts'
import { leafEntry, leafIndexOf } from '#shared/proofs/log-leaf.ts'
import { hashesOfRanges } from '#shared/proofs/tiles.ts'
import { inclusionRanges } from '#shared/proofs/tree-ranges.ts'
import type { KeptCheckpoint } from './checkpoints.ts'

/** Events that anyone may read: they are published and name no person. */
const PUBLIC_TYPES: ReadonlySet<string> = new Set([STATEMENT_EVENT])

/**
 * An event that the caller may read: one that moved their money, a public one, or any for staff.
 */
export async function readableEvent(
  db: Queryable,
  caller: Caller,
  position: bigint,
): Promise<EventProof | undefined> {
  const own = await readOwnEventProof(db, caller.userNo, position)
  const event = own ?? (await readEventProof(db, position))
  const isReadable = own || mayNow(caller, 'audit.read') || PUBLIC_TYPES.has(event?.type ?? '')
  return isReadable ? event : undefined
}

/** The proof that an event is included in a checkpoint that covers its position. */
export async function proveEvent(
  db: Queryable,
  event: EventProof,
  { checkpoint, vkey }: { checkpoint: KeptCheckpoint; vkey: string },
): Promise<EventProofFile> {
  const position = Number(event.position)
  const index = leafIndexOf(position)
  const recordedAtUs = await recordedAtOf(db, event.position)
  const leaf = serverHashing.leaf(leafEntry({ position, recordedAtUs, eventHash: event.hash }))
  const path = await hashesOfRanges(tileReader(db), serverHashing, {
    ranges: inclusionRanges(index, checkpoint.size),
    size: checkpoint.size,
  })
  return {
    kind: 'keel-event-proof/1',
    vkey,
    event: provenEvent(event),
    leaf: {
      position: event.position,
      recorded_at_us: String(recordedAtUs),
      event_hash: event.hash.toString('hex'),
    },
    leaf_hash: base64.encode(leaf),
    index,
    path: path.map((hash) => base64.encode(hash)),
    checkpoint: checkpoint.note,
  }
}

/** In microseconds, more precise than a JavaScript date. */
async function recordedAtOf(db: Queryable, position: string): Promise<bigint> {
  const { rows } = await db.query<{ us: string }>({
    name: 'recorded-at-us',
    text: `select (extract(epoch from recorded_at) * 1000000)::bigint as us
           from event where position = $1`,
    values: [position],
  })
  return BigInt(rows[0]?.us ?? 0)
}
