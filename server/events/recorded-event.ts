import { type Catalog, upcast } from './catalog.ts'
import type { Metadata, RecordedEvent } from './log.ts'

/** An event's row as the driver reads it. */
export interface EventRow {
  readonly position: string
  readonly stream: string
  readonly version: string
  readonly type: string
  readonly schema_version: number
  readonly data: unknown
  readonly metadata: Metadata
  readonly hash: Buffer
  readonly debits: readonly string[]
  readonly credits: readonly string[]
  readonly amounts: readonly string[]
  readonly recorded_at: Date
}

// Amounts as text: the driver reads numeric[] as floating-point numbers.
export const EVENT_COLUMNS = `position, stream, version, type, schema_version, data, metadata, hash,
  debits::text[], credits::text[], amounts::text[], recorded_at`

export function recordedEvent(catalog: Catalog, row: EventRow): RecordedEvent {
  return {
    position: BigInt(row.position),
    stream: row.stream,
    version: Number(row.version),
    type: row.type,
    data: upcast(catalog, row),
    metadata: row.metadata,
    transfers: row.amounts.map((amount, index) => ({
      debit: BigInt(row.debits[index] as string),
      credit: BigInt(row.credits[index] as string),
      amount: BigInt(amount),
    })),
    recordedAt: row.recorded_at,
    hash: row.hash,
  }
}
