import { canonicalJson } from '#shared/canonical-json.ts'
import type { ProvenEvent } from '#shared/contract/proven-event.ts'
import { hashedText } from '#shared/event-text.ts'

export interface EventCheck {
  readonly agrees: boolean
  /** What this browser has computed, in hexadecimal. */
  readonly hash: string
}

/**
 * Recomputes an event's hash from what is shown of it: SHA-256 over the hash before it and the text
 * that the log writes by. Any later change to it gives another hash.
 */
export async function checkEvent(event: ProvenEvent): Promise<EventCheck> {
  const text = hashedText({
    stream: event.stream,
    version: event.version,
    type: event.type,
    key: event.key,
    requestHash: event.request_hash,
    schemaVersion: event.schema_version,
    dataText: canonicalJson(event.data),
    metadataText: canonicalJson(event.metadata),
    transfers: event.transfers,
  })
  const before = bytesOf(event.previous_hash ?? '')
  const content = new TextEncoder().encode(text)
  const whole = new Uint8Array(before.length + content.length)
  whole.set(before)
  whole.set(content, before.length)
  const hash = hexOf(await crypto.subtle.digest('SHA-256', whole))
  return { agrees: hash === event.hash, hash }
}

function bytesOf(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}

function hexOf(bytes: ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
