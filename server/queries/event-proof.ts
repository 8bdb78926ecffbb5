import type { Metadata } from '#server/events/log.ts'
import { accountRangeOf } from '#server/ledger/chart.ts'
import type { Queryable } from '#server/projections/documents.ts'
import type { ProvenEvent } from '#shared/contract/proven-event.ts'

/** An event's row with everything that its hash covers, and the previous hash. */
export interface EventProof {
  readonly position: string
  readonly stream: string
  readonly version: string
  readonly type: string
  readonly schema_version: number
  readonly key: string
  readonly request_hash: Buffer
  readonly data: unknown
  readonly metadata: Metadata
  readonly debits: readonly string[]
  readonly credits: readonly string[]
  readonly amounts: readonly string[]
  readonly hash: Buffer
  readonly previous_hash: Buffer | null
  readonly recorded_at: Date
}

const PROOF = `
  select e.position, e.stream, e.version, e.type, e.schema_version, e.key, e.request_hash,
         e.data, e.metadata, e.debits::text[], e.credits::text[], e.amounts::text[], e.hash,
         before.hash as previous_hash, e.recorded_at
  from event as e
  left join event as before on before.stream = e.stream and before.version = e.version - 1
  where e.position = $1`

/** The event at a position, if it moved money of this user. */
export async function readOwnEventProof(
  db: Queryable,
  userNo: bigint,
  position: bigint,
): Promise<EventProof | undefined> {
  const { first, last } = accountRangeOf(userNo)
  const { rows } = await db.query<EventProof>({
    name: 'own event proof',
    text: `${PROOF} and exists (
      select from unnest(e.debits || e.credits) as account where account between $2 and $3
    )`,
    values: [position, first, last],
  })
  return rows[0]
}

/** The event at a position, regardless of its owner. */
export async function readEventProof(
  db: Queryable,
  position: bigint,
): Promise<EventProof | undefined> {
  const { rows } = await db.query<EventProof>({
    name: 'event proof',
    text: PROOF,
    values: [position],
  })
  return rows[0]
}

/** Everything needed to check an event independently. */
export function provenEvent(proof: EventProof): ProvenEvent {
  const { stream, position, type, schema_version, key, data, metadata } = proof
  return {
    stream,
    version: Number(proof.version),
    position,
    type,
    schema_version,
    key,
    request_hash: proof.request_hash.toString('hex'),
    data,
    metadata,
    transfers: proof.amounts.map((amount, index) => ({
      debit: proof.debits[index] as string,
      credit: proof.credits[index] as string,
      amount,
    })),
    hash: proof.hash.toString('hex'),
    previous_hash: proof.previous_hash?.toString('hex') ?? null,
  }
}

export interface StreamStep {
  readonly version: number
  readonly type: string
  readonly metadata: Metadata
  readonly recordedAt: Date
}

/** Together enough for the whole history of a request; a conversation may be longer. */
const STEPS_BEFORE = 50
const STEPS_AFTER = 49

export interface StreamSteps {
  /** The events around one event, oldest first. */
  readonly steps: readonly StreamStep[]
  /** The total number of steps. */
  readonly count: number
}

/** The events of a stream before and after one of its events. */
export async function readStreamSteps(
  db: Queryable,
  { stream, version }: Pick<EventProof, 'stream' | 'version'>,
): Promise<StreamSteps> {
  const { rows } = await db.query<StreamStep & { count: number }>({
    name: 'stream steps',
    text: `select version::int, type, metadata, recorded_at as "recordedAt",
                  (select max(version)::int from event where stream = $1) as count
           from event
           where stream = $1
             and version between $2::bigint - ${STEPS_BEFORE} and $2::bigint + ${STEPS_AFTER}
           order by version`,
    values: [stream, version],
  })
  return { steps: rows, count: rows[0]?.count ?? 0 }
}
