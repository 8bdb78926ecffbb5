import { createHash } from 'node:crypto'
import { canonicalJson } from './canonical-json.ts'
import type { Transfer } from './log.ts'

/** What an event's hash covers, with data and metadata as canonical JSON text. */
export interface HashedEvent {
  readonly stream: string
  readonly version: number
  readonly type: string
  /** What makes a retry one and the same: another key or request would allow a second effect. */
  readonly key: string
  readonly requestHash: Buffer
  readonly schemaVersion: number
  readonly dataText: string
  readonly metadataText: string
  readonly transfers: readonly Transfer[]
}

/**
 * The event's link in the chain of its stream: SHA-256 over the hash before it and the canonical
 * JSON of the event, so nothing can be changed, left out or put between without breaking the rest.
 */
export function eventHash(previous: Buffer | null, event: HashedEvent): Buffer {
  const hash = createHash('sha256')
  if (previous) hash.update(previous)
  return hash.update(hashedText(event)).digest()
}

// Written out with its keys in canonical order: parsing the texts again only to sort would double
// the cost of an append.
function hashedText(event: HashedEvent): string {
  const { dataText, key, metadataText, requestHash, schemaVersion } = event
  const { stream, transfers, type, version } = event
  const transferTexts = transfers.map(
    ({ debit, credit, amount }) => `{"amount":"${amount}","credit":"${credit}","debit":"${debit}"}`,
  )
  return (
    `{"data":${dataText},"key":"${key}","metadata":${metadataText},` +
    `"requestHash":"${requestHash.toString('hex')}","schemaVersion":${schemaVersion},` +
    `"stream":${canonicalJson(stream)},"transfers":[${transferTexts.join(',')}],` +
    `"type":${canonicalJson(type)},"version":${version}}`
  )
}
