import type { Catalog } from '#server/events/catalog.ts'
import { upcast } from '#server/events/catalog.ts'
import type { Metadata, RecordedEvent, Transfer } from '#server/events/log.ts'

/** All that the hash of an event covers, as text. */
export type StreamRow = readonly [
  position: string,
  stream: string,
  version: string,
  type: string,
  schemaVersion: string,
  data: string,
  metadata: string,
  hash: string,
  key: string,
  requestHash: string,
  debits: string,
  credits: string,
  amounts: string,
]

export const STREAM_COLUMNS = `position, stream, version, type, schema_version, data, metadata,
  encode(hash, 'hex'), key, encode(request_hash, 'hex'), debits, credits, amounts`

/** An event as the checks of its stream need it. */
export type StreamEvent = Omit<RecordedEvent, 'recordedAt' | 'hash'>

/** @throws what `recordedEvent` throws, in the same cases */
export function streamEvent(catalog: Catalog, row: StreamRow): StreamEvent {
  const [position, stream, version, type, schemaVersion, data, metadata] = row
  const written = { stream, type, schema_version: Number(schemaVersion), data: JSON.parse(data) }
  return {
    position: BigInt(position),
    stream,
    version: Number(version),
    type,
    data: upcast(catalog, written),
    metadata: JSON.parse(metadata) as Metadata,
    transfers: transfersOf(row),
  }
}

const NONE: readonly Transfer[] = []

function transfersOf(row: StreamRow): readonly Transfer[] {
  const amounts = row[12]
  if (amounts === '{}') return NONE
  const [debits, credits] = [elementsOf(row[10]), elementsOf(row[11])]
  return elementsOf(amounts).map((amount, index) => ({
    debit: BigInt(debits[index] as string),
    credit: BigInt(credits[index] as string),
    amount: BigInt(amount),
  }))
}

/** The elements of an array of numbers, as PostgreSQL writes it: {1,2}. */
function elementsOf(array: string): string[] {
  return array.slice(1, -1).split(',')
}
