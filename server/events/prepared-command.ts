import { canonicalJson } from '#shared/canonical-json.ts'
import { type Catalog, type CatalogEvent, checkEvent } from './catalog.ts'
import type { AnyAggregate } from './decider.ts'
import { storedState } from './document-shape.ts'
import { eventHash } from './event-hash.ts'
import type { AppendCommand, Transfer } from './log.ts'

/** A command with everything computed that needs no database, ready to be sent and sent again. */
export interface PreparedCommand {
  readonly command: AppendCommand
  readonly schemaVersion: number
  readonly transfers: readonly Transfer[]
  readonly dataText: string
  readonly metadataText: string
  readonly stateText: string
  readonly hash: Buffer
}

/** What the log needs to know about events when it is opened. */
export interface Meaning {
  readonly catalog: Catalog
  /** The money that an event moves: the ledger's rule. */
  readonly postings: (event: CatalogEvent, owner: bigint | null) => Transfer[]
  /** By kind, the aggregates whose documents have another shape than the first. */
  readonly reshaped?: ReadonlyMap<string, AnyAggregate>
}

export function prepareCommand(
  command: AppendCommand,
  { catalog, postings, reshaped }: Meaning,
): PreparedCommand {
  const { stream, event, expectedVersion, previousHash } = command
  const { version: schemaVersion, data } = checkEvent(catalog, event)
  const transfers = postings({ type: event.type, data } as CatalogEvent, command.owner)
  const dataText = canonicalJson(data)
  const metadataText = canonicalJson(command.metadata)
  const hash = eventHash(previousHash, {
    stream,
    version: expectedVersion + 1,
    type: event.type,
    key: command.key,
    requestHash: command.requestHash,
    schemaVersion,
    dataText,
    metadataText,
    transfers,
  })
  const aggregate = reshaped?.get(command.kind)
  const stateText = canonicalJson(aggregate ? storedState(command.state, aggregate) : command.state)
  return { command, schemaVersion, transfers, dataText, metadataText, stateText, hash }
}
