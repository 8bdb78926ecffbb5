import type { PoolClient } from 'pg'
import { canonicalJson } from '#server/events/canonical-json.ts'
import type { AnyAggregate } from '#server/events/decider.ts'
import { eventHash } from '#server/events/event-hash.ts'
import { EVENT_COLUMNS, type EventRow, recordedEvent } from '#server/events/recorded-event.ts'
import { LedgerFault } from './ledger-fault.ts'
import { scan } from './scan.ts'

interface DocumentRow {
  readonly stream: string
  readonly kind: string
  readonly status: string
  readonly waiting: boolean
  readonly version: string
  readonly hash: Buffer
  readonly data: unknown
}

/** A stream as far as it has been read. */
interface Stream {
  readonly name: string
  readonly aggregate: AnyAggregate
  version: number
  hash: Buffer | null
  state: unknown
}

/**
 * Reads every stream from its first event and holds it against its document.
 *
 * Refuses, in this order: a stream of unknown kind; a gap in the versions; a hash that does not
 * follow from the one before and the event; a document that is missing, left over, or not the fold
 * of its events.
 */
export async function verifyStreams(
  client: PoolClient,
  aggregates: readonly AnyAggregate[],
  onProgress: (events: bigint) => void,
): Promise<{ streams: number }> {
  const byKind = new Map(aggregates.map((aggregate) => [aggregate.kind, aggregate]))
  const documents = scan<DocumentRow>(
    client,
    'verify_documents',
    'select stream, kind, status, waiting, version, hash, data from document order by stream',
  )
  let stream: Stream | undefined
  let streams = 0
  let events = 0n
  const query = `select ${EVENT_COLUMNS} from event order by stream, version`
  for await (const row of scan<EventRow>(client, 'verify_streams', query)) {
    if (stream?.name !== row.stream) {
      if (stream) verifyDocument(stream, (await documents.next()).value)
      stream = begin(row.stream, byKind)
      streams += 1
    }
    append(stream, row)
    events += 1n
    if (events % 5_000n === 0n) onProgress(events)
  }
  if (stream) verifyDocument(stream, (await documents.next()).value)
  const left = await documents.next()
  if (!left.done) throw new LedgerFault(`${left.value.stream} has a document and no events`)
  return { streams }
}

function begin(name: string, byKind: ReadonlyMap<string, AnyAggregate>): Stream {
  const aggregate = [...byKind.values()]
    .filter(({ kind }) => name.startsWith(`${kind}-`))
    .sort((left, right) => right.kind.length - left.kind.length)[0]
  if (!aggregate) throw new LedgerFault(`${name} is a stream of unknown kind`)
  return { name, aggregate, version: 0, hash: null, state: aggregate.initial }
}

function append(stream: Stream, row: EventRow): void {
  const event = recordedEvent(row)
  if (event.version !== stream.version + 1) {
    throw new LedgerFault(`${stream.name} has no version ${stream.version + 1}`)
  }
  const hash = eventHash(stream.hash, {
    stream: row.stream,
    version: event.version,
    type: row.type,
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
  stream.version = event.version
  stream.hash = hash
  stream.state = stream.aggregate.evolve(stream.state as never, event as never)
}

function verifyDocument(stream: Stream, document: DocumentRow | undefined): void {
  if (document?.stream !== stream.name) {
    const other = document && document.stream < stream.name
    throw new LedgerFault(
      other ? `${document.stream} has a document and no events` : `${stream.name} has no document`,
    )
  }
  const { status, waiting } = stream.aggregate.summarise(stream.state as never)
  const isFold =
    document.kind === stream.aggregate.kind &&
    document.version === String(stream.version) &&
    stream.hash?.equals(document.hash) &&
    document.status === status &&
    document.waiting === waiting &&
    canonicalJson(document.data) === canonicalJson(stream.state)
  if (!isFold) throw new LedgerFault(`the document of ${stream.name} is not the fold of its events`)
}
