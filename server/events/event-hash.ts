import { hash } from 'node:crypto'
import { type HashedContent, hashedText } from '#shared/event-text.ts'

/** What an event's hash covers. */
export interface HashedEvent extends Omit<HashedContent, 'requestHash'> {
  readonly requestHash: Buffer
}

/**
 * The event's link in the chain of its stream: SHA-256 over the previous hash and the canonical
 * JSON of the event. Changing, removing or inserting an event breaks every later hash.
 */
export function eventHash(previous: Buffer | null, event: HashedEvent): Buffer {
  const text = hashedText({ ...event, requestHash: event.requestHash.toString('hex') })
  return linkHash(previous, text)
}

/** {@link eventHash} of the text that it covers. */
export function linkHash(previous: Buffer | null, text: string): Buffer {
  return hash('sha256', previous ? behind(previous, text) : text, 'buffer')
}

/** {@link linkHash} in hexadecimal. */
export function linkHashText(previous: string | null, text: string): string {
  // A single call is faster than an object for each hash.
  return hash('sha256', previous ? behind(previous, text) : text, 'hex')
}

/** Reused for every hash: allocating a buffer takes as long as hashing it. */
const scratch = Buffer.allocUnsafe(64 * 1024)
const UTF8_BYTES_MAX = 3

/** The bytes of a hash followed by the text; valid until the next call. */
function behind(previous: Buffer | string, text: string): Buffer {
  const length = previous.length + text.length * UTF8_BYTES_MAX
  const both = length > scratch.length ? Buffer.allocUnsafe(length) : scratch
  const start = typeof previous === 'string' ? both.write(previous, 'hex') : previous.copy(both)
  return both.subarray(0, start + both.write(text, start))
}
