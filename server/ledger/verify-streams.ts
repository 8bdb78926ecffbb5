import type { PoolClient } from 'pg'
import { aggregateOf } from '#server/events/aggregate-of.ts'
import type { CatalogEvent } from '#server/events/catalog.ts'
import type { AnyAggregate } from '#server/events/decider.ts'
import { eventHash } from '#server/events/event-hash.ts'
import type { RecordedEvent, Transfer } from '#server/events/log.ts'
import { EVENT_COLUMNS, type EventRow, recordedEvent } from '#server/events/recorded-event.ts'
import { canonicalJson } from '#shared/canonical-json.ts'
import { LedgerFault, withinEvent } from './ledger-fault.ts'
import { transfersFor } from './postings.ts'
import { scan } from './scan.ts'

interface DocumentRow {
  readonly stream: string
  readonly kind: string
  readonly owner: string | null
  readonly status: string
  readonly waiting: boolean
  readonly version: string
  readonly hash: Buffer
  readonly created_at: Date
  readonly updated_at: Date
  readonly data: unknown
}

const DOCUMENTS = `
  select stream, kind, owner, status, waiting, version, hash, created_at, updated_at, data
  from document order by stream`

/** A stream as far as it has been read. */
interface Stream {
  readonly name: string
  readonly aggregate: AnyAggregate
  readonly document: DocumentRow
  position: bigint
  version: number
  hash: Buffer | null
  state: unknown
  /** The times of its first and its last event. */
  times: readonly [string, string] | undefined
}

/**
 * Reads every stream from its first event and holds it against its document.
 *
 * Refuses, in this order: a stream of unknown kind; a document that is missing or left over; a gap
 * in the versions; versions that are not in the order of their positions; a hash that does not
 * follow from the one before and the event; transfers other than the event means for the owner of
 * the document; a document that is not the fold of its events.
 */
export async function verifyStreams(
  client: PoolClient,
  aggregates: readonly AnyAggregate[],
  onProgress: (events: bigint) => void,
): Promise<{ streams: number }> {
  const documents = scan<DocumentRow>(client, 'verify_documents', DOCUMENTS)
  let stream: Stream | undefined
  let streams = 0
  let events = 0n
  const query = `select ${EVENT_COLUMNS}, key, request_hash from event order by stream, version`
  for await (const row of scan<HashedRow>(client, 'verify_streams', query)) {
    if (stream?.name !== row.stream) {
      if (stream) verifyDocument(stream)
      stream = begin(row.stream, aggregates, (await documents.next()).value)
      streams += 1
    }
    append(stream, row)
    events += 1n
    if (events % 5_000n === 0n) onProgress(events)
  }
  if (stream) verifyDocument(stream)
  const left = await documents.next()
  if (!left.done) throw new LedgerFault(`${left.value.stream} has a document and no events`)
  return { streams }
}

/** A row with all that its hash covers. */
interface HashedRow extends EventRow {
  readonly key: string
  readonly request_hash: Buffer
}

function begin(
  name: string,
  aggregates: readonly AnyAggregate[],
  document: DocumentRow | undefined,
): Stream {
  const aggregate = aggregateOf(name, aggregates)
  if (!aggregate) throw new LedgerFault(`${name} is a stream of unknown kind`)
  if (document?.stream !== name) {
    const isOther = document && document.stream < name
    throw new LedgerFault(
      isOther ? `${document.stream} has a document and no events` : `${name} has no document`,
    )
  }
  const { initial: state } = aggregate
  return {
    name,
    aggregate,
    document,
    position: 0n,
    version: 0,
    hash: null,
    state,
    times: undefined,
  }
}

function append(stream: Stream, row: HashedRow): void {
  const event = withinEvent(row.position, () => recordedEvent(row))
  if (event.version !== stream.version + 1) {
    throw new LedgerFault(`${stream.name} has no version ${stream.version + 1}`)
  }
  if (event.position < stream.position) {
    const order = `version ${event.version} stands before version ${stream.version}`
    throw new LedgerFault(`event ${row.position} (${stream.name}): ${order}`)
  }
  const hash = eventHash(stream.hash, {
    stream: row.stream,
    version: event.version,
    type: row.type,
    key: row.key,
    requestHash: row.request_hash,
    schemaVersion: row.schema_version,
    dataText: canonicalJson(row.data),
    metadataText: canonicalJson(row.metadata),
    transfers: event.transfers,
  })
  if (!hash.equals(row.hash)) {
    throw new LedgerFault(
      `event ${row.position} (${stream.name}, version ${event.version}) is not what was appended: ` +
        'its hash does not follow from its content and the hash before it',
    )
  }
  withinEvent(row.position, () => verifyTransfers(event, stream.document.owner))
  stream.position = event.position
  stream.version = event.version
  stream.hash = hash
  stream.times = [stream.times?.[0] ?? event.metadata.at, event.metadata.at]
  stream.state = stream.aggregate.evolve(stream.state as never, event as never)
}

/** The money that moved is the money that the event means, of the user whose stream it is. */
function verifyTransfers(event: RecordedEvent, owner: string | null): void {
  const { type, data } = event
  const meant = transfersFor({ type, data } as CatalogEvent, owner === null ? null : BigInt(owner))
  if (textOf(meant) === textOf(event.transfers)) return
  throw new Error(`its transfers are not what it says of user ${owner ?? 'nobody'}`)
}

function textOf(transfers: readonly Transfer[]): string {
  return transfers.map(({ debit, credit, amount }) => `${debit} ${credit} ${amount}`).join()
}

function verifyDocument({ name, aggregate, document, state, version, hash, times }: Stream): void {
  const { status, waiting } = aggregate.summarise(state as never)
  const { userNo = document.owner } = state as { readonly userNo?: string }
  const isFold =
    document.kind === aggregate.kind &&
    document.owner === userNo &&
    document.version === String(version) &&
    hash?.equals(document.hash) &&
    document.status === status &&
    document.waiting === waiting &&
    document.created_at.getTime() === Date.parse(times?.[0] ?? '') &&
    document.updated_at.getTime() === Date.parse(times?.[1] ?? '') &&
    canonicalJson(document.data) === canonicalJson(state)
  if (!isFold) throw new LedgerFault(`the document of ${name} is not the fold of its events`)
}
