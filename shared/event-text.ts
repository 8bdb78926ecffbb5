import { canonicalJson } from '#shared/canonical-json.ts'

/** What an event's hash covers, with data and metadata as canonical JSON text. */
export interface HashedContent {
  readonly stream: string
  readonly version: number
  readonly type: string
  /** What identifies a retry: another key or request would allow a second effect. */
  readonly key: string
  /** Hexadecimal. */
  readonly requestHash: string
  readonly schemaVersion: number
  readonly dataText: string
  readonly metadataText: string
  /** Account numbers and amounts in 1e-8 units, as numbers of any size or as their digits. */
  readonly transfers: readonly {
    readonly debit: bigint | string
    readonly credit: bigint | string
    readonly amount: bigint | string
  }[]
}

/**
 * The text whose SHA-256, together with the previous event's hash, is an event's hash. The log,
 * ledger verification, and a browser that checks the server all use it.
 *
 * Written out with its keys in canonical order: parsing the texts again only to sort would double
 * the cost of an append.
 */
export function hashedText(content: HashedContent): string {
  const { dataText, key, metadataText, requestHash, schemaVersion } = content
  const { stream, transfers, type, version } = content
  const transferTexts = transfers.map(
    ({ debit, credit, amount }) => `{"amount":"${amount}","credit":"${credit}","debit":"${debit}"}`,
  )
  return (
    `{"data":${dataText},"key":"${key}","metadata":${metadataText},` +
    `"requestHash":"${requestHash}","schemaVersion":${schemaVersion},` +
    `"stream":${canonicalJson(stream)},"transfers":[${transferTexts.join(',')}],` +
    `"type":${canonicalJson(type)},"version":${version}}`
  )
}
