import type { PoolClient } from 'pg'
import { type Catalog, type CatalogEvent, catalogOf } from '#server/events/catalog.ts'
import { type AnyAggregate, aggregateOf } from '#server/events/decider.ts'
import { stateOf } from '#server/events/document-shape.ts'
import { eventHash } from '#server/events/event-hash.ts'
import type { RecordedEvent, Transfer } from '#server/events/log.ts'
import { EVENT_COLUMNS, type EventRow, recordedEvent } from '#server/events/recorded-event.ts'
import { canonicalJson } from '#shared/canonical-json.ts'
import { type Findings, LedgerFault, withinEvent } from './ledger-fault.ts'
import { transfersFor } from './postings.ts'
import { scan } from './scan.ts'
import { priceCheck } from './verify-prices.ts'
import { signatureCheck } from './verify-signatures.ts'

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

/** Streams with events after a position; all streams if it is 0. */
const inTouched = (after: bigint) =>
  after === 0n ? '' : `where stream in (select stream from event where position > ${after})`

const DOCUMENTS = (after: bigint) => `
  select stream, kind, owner, status, waiting, version, hash, created_at, updated_at, data
  from document ${inTouched(after)} order by stream`

const EVENTS = (after: bigint) => `
  select ${EVENT_COLUMNS}, key, request_hash
  from event ${inTouched(after)} order by stream, version`

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
 * Reads streams with events after a position, each from its first event, and compares them with
 * their documents.
 *
 * Finds, in this order: a stream of unknown kind; a document that is missing or left over; a gap in
 * the versions; versions that are not in the order of their positions; a hash that does not follow
 * from the previous hash and the event; transfers that differ from the event's postings for the
 * owner of the document; a document that is not the fold of its events; a state that does not
 * follow from the recorded prices. Checking a stream ends at its first fault in the chain.
 */
export async function verifyStreams(
  client: PoolClient,
  findings: Findings,
  { aggregates, after }: { aggregates: readonly AnyAggregate[]; after: bigint },
  onProgress: (events: bigint) => void,
): Promise<{ streams: number }> {
  const catalog = catalogOf(aggregates)
  const documents = documentsInOrder(client, findings, after)
  const signatures = await signatureCheck(client, findings, after)
  let name: string | undefined
  let stream: Stream | undefined
  let streams = 0
  let events = 0n
  const prices = priceCheck(client, findings)
  const close = async (each: Stream) => {
    findings.within('documents', () => verifyDocument(each))
    findings.within('prices', () => verifyResult(each))
    await prices.add(each.name, each.aggregate.restsOn?.(each.state as never) ?? [])
  }
  for await (const row of scan<HashedRow>(client, 'verify_streams', EVENTS(after))) {
    if (name !== row.stream) {
      if (stream) await close(stream)
      name = row.stream
      const aggregate = findings.within('chains', () => kindOf(row.stream, aggregates))
      const document = await documents.of(name)
      stream =
        aggregate && findings.within('documents', () => begin(row.stream, aggregate, document))
      streams += 1
    }
    const open = stream
    if (open && !findings.within('chains', () => append(open, row, { catalog, signatures }))) {
      stream = undefined
    }
    events += 1n
    if (events % 5_000n === 0n) onProgress(events)
  }
  if (stream) await close(stream)
  await prices.end()
  await documents.end()
  await signatures.end()
  return { streams }
}

/** Reads the documents in the order of the streams; reports those without a stream. */
function documentsInOrder(client: PoolClient, findings: Findings, after: bigint) {
  const rows = scan<DocumentRow>(client, 'verify_documents', DOCUMENTS(after))
  let next: Promise<IteratorResult<DocumentRow>> | undefined
  async function take(upTo: string | undefined): Promise<DocumentRow | undefined> {
    for (;;) {
      next ??= rows.next()
      const { value, done } = await next
      if (done || (upTo !== undefined && value.stream > upTo)) return undefined
      next = undefined
      if (value.stream === upTo) return value
      findings.add('documents', `${value.stream} has a document and no events`)
    }
  }
  return { of: (stream: string) => take(stream), end: () => take(undefined) }
}

/** A row with all that its hash covers. */
interface HashedRow extends EventRow {
  readonly key: string
  readonly request_hash: Buffer
}

function kindOf(stream: string, aggregates: readonly AnyAggregate[]): AnyAggregate {
  const aggregate = aggregateOf(stream, aggregates)
  if (!aggregate) throw new LedgerFault(`${stream} is a stream of unknown kind`)
  return aggregate
}

function begin(name: string, aggregate: AnyAggregate, document: DocumentRow | undefined): Stream {
  if (!document) throw new LedgerFault(`${name} has no document`)
  const { initial: state } = aggregate
  const nothingRead = { position: 0n, version: 0, hash: null, times: undefined }
  return { name, aggregate, document, state, ...nothingRead }
}

interface Checks {
  readonly catalog: Catalog
  readonly signatures: Pick<Awaited<ReturnType<typeof signatureCheck>>, 'look'>
}

function append(stream: Stream, row: HashedRow, { catalog, signatures }: Checks): true {
  const event = withinEvent(row.position, () => recordedEvent(catalog, row))
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
  const { aggregate, state } = stream
  signatures.look({ aggregate, event, requestHash: row.request_hash, state })
  stream.position = event.position
  stream.version = event.version
  stream.hash = hash
  stream.times = [stream.times?.[0] ?? event.metadata.at, event.metadata.at]
  stream.state = stream.aggregate.evolve(stream.state as never, event as never)
  return true
}

/** The recorded transfers must be the event's postings for the owner of its stream. */
function verifyTransfers(event: RecordedEvent, owner: string | null): void {
  const { type, data } = event
  const meant = transfersFor({ type, data } as CatalogEvent, owner === null ? null : BigInt(owner))
  if (textOf(meant) === textOf(event.transfers)) return
  throw new Error(`its transfers are not what it says of user ${owner ?? 'nobody'}`)
}

function textOf(transfers: readonly Transfer[]): string {
  return transfers.map(({ debit, credit, amount }) => `${debit} ${credit} ${amount}`).join()
}

function verifyResult({ name, aggregate, state }: Stream): void {
  const fault = aggregate.faultOf?.(state as never)
  if (fault) throw new LedgerFault(`${name}: ${fault}`)
}

function verifyDocument({ name, aggregate, document, state, version, hash, times }: Stream): void {
  const { status, waiting } = aggregate.summarise(state as never)
  const stored = stateOf(document.data)
  // A document of another shape is not read: it is folded again.
  const isCurrent = stored.shape === (aggregate.shape ?? 1)
  const says =
    document.status === status &&
    document.waiting === waiting &&
    canonicalJson(stored.state) === canonicalJson(state)
  const { userNo = document.owner } = state as { readonly userNo?: string }
  const isFold =
    document.kind === aggregate.kind &&
    document.owner === userNo &&
    document.version === String(version) &&
    hash?.equals(document.hash) &&
    document.created_at.getTime() === Date.parse(times?.[0] ?? '') &&
    document.updated_at.getTime() === Date.parse(times?.[1] ?? '') &&
    (says || !isCurrent)
  if (!isFold) throw new LedgerFault(`the document of ${name} is not the fold of its events`)
}
