import type { Catalog, CatalogEvent } from '#server/events/catalog.ts'
import type { AnyAggregate } from '#server/events/decider.ts'
import { linkHashText } from '#server/events/event-hash.ts'
import type { Transfer } from '#server/events/log.ts'
import { canonicalJson } from '#shared/canonical-json.ts'
import { hashedText } from '#shared/event-text.ts'
import { LedgerFault, withinEvent } from './ledger-fault.ts'
import { transfersFor } from './postings.ts'
import { type StreamEvent, type StreamRow, streamEvent } from './stream-row.ts'

/** A stream as far as it has been read. */
export interface ReadStream {
  readonly name: string
  readonly aggregate: AnyAggregate
  /** The number of its document's owner. */
  owner: bigint | null
  position: bigint
  version: number
  /** In hexadecimal. */
  hash: string | null
  state: unknown
  /** The times of its first and its last event. */
  times: readonly [string, string] | undefined
}

export function unreadStream(
  name: string,
  aggregate: AnyAggregate,
  owner: bigint | null,
): ReadStream {
  const { initial: state } = aggregate
  return { name, aggregate, owner, state, position: 0n, version: 0, hash: null, times: undefined }
}

/** An event that is about to be added to its stream. */
export interface NextEvent {
  readonly event: StreamEvent
  /** In hexadecimal. */
  readonly hash: string
  /** Whether the hash is that of the event and the previous hash. */
  readonly isWhatWasAppended: (previous: string | null) => boolean
}

/**
 * Adds the event of a row to its stream: {@link addEvent}.
 *
 * Finds, first, an event that does not decode.
 *
 * @throws LedgerFault
 */
export function extendChain(
  stream: ReadStream,
  row: StreamRow,
  catalog: Catalog,
): { readonly event: StreamEvent; readonly state: unknown } {
  const event = withinEvent(row[0], () => streamEvent(catalog, row))
  const isWhatWasAppended = (previous: string | null) => follows(previous, row, event)
  return { event, state: addEvent(stream, { event, hash: row[7], isWhatWasAppended }) }
}

/**
 * Adds an event to its stream. Returns the state before it.
 *
 * Finds, in this order: a gap in the versions; versions that are not in the order of their
 * positions; a hash that does not follow from the previous hash and the event; transfers that differ
 * from the event's postings for the owner of the stream.
 *
 * @throws LedgerFault
 */
export function addEvent(
  stream: ReadStream,
  { event, hash, isWhatWasAppended }: NextEvent,
): unknown {
  const { position } = event
  if (event.version !== stream.version + 1) {
    throw new LedgerFault(`${stream.name} has no version ${stream.version + 1}`)
  }
  if (position < stream.position) {
    const order = `version ${event.version} comes before version ${stream.version}`
    throw new LedgerFault(`event ${position} (${stream.name}): ${order}`)
  }
  if (!isWhatWasAppended(stream.hash)) {
    throw new LedgerFault(
      `event ${position} (${stream.name}, version ${event.version}) is not what was appended: ` +
        'its hash does not follow from its content and the hash before it',
    )
  }
  withinEvent(position, () => verifyTransfers(event, stream.owner))
  const { state } = stream
  stream.position = position
  stream.version = event.version
  stream.hash = hash
  stream.times = [stream.times?.[0] ?? event.metadata.at, event.metadata.at]
  stream.state = stream.aggregate.evolve(state, event)
  return state
}

/** @throws LedgerFault if the state is impossible by the rules of its kind */
export function verifyResult({ name, aggregate, state }: ReadStream): void {
  const fault = aggregate.faultOf?.(state)
  if (fault) throw new LedgerFault(`${name}: ${fault}`)
}

/**
 * The log stores the texts that it hashed. Only texts that are serialised again must be sorted
 * first.
 */
function follows(
  previous: string | null,
  row: StreamRow,
  { transfers, version }: StreamEvent,
): boolean {
  const [, stream, , type, schemaVersion, data, metadata, hash, key, requestHash] = row
  const isHashOf = (dataText: string, metadataText: string) =>
    linkHashText(
      previous,
      hashedText({
        ...{ stream, version, type, key, requestHash, dataText, metadataText, transfers },
        schemaVersion: Number(schemaVersion),
      }),
    ) === hash
  return (
    isHashOf(data, metadata) ||
    isHashOf(canonicalJson(JSON.parse(data)), canonicalJson(JSON.parse(metadata)))
  )
}

/** The recorded transfers must be the event's postings for the owner of its stream. */
function verifyTransfers({ type, data, transfers }: StreamEvent, owner: bigint | null): void {
  const meant = transfersFor({ type, data } as CatalogEvent, owner)
  if (meant.length === 0 && transfers.length === 0) return
  if (textOf(meant) === textOf(transfers)) return
  throw new Error(`its transfers are not what it says of user ${owner ?? 'nobody'}`)
}

function textOf(transfers: readonly Transfer[]): string {
  return transfers.map(({ debit, credit, amount }) => `${debit} ${credit} ${amount}`).join()
}
