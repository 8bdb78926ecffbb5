import { createHash } from 'node:crypto'
import { type HashedContent, hashedText } from '#shared/event-text.ts'

/** What an event's hash covers. */
export interface HashedEvent extends Omit<HashedContent, 'requestHash'> {
  readonly requestHash: Buffer
}

/**
 * The event's link in the chain of its stream: SHA-256 over the hash before it and the canonical
 * JSON of the event. Changing, removing or inserting an event breaks every later hash.
 */
export function eventHash(previous: Buffer | null, event: HashedEvent): Buffer {
  const hash = createHash('sha256')
  if (previous) hash.update(previous)
  return hash
    .update(hashedText({ ...event, requestHash: event.requestHash.toString('hex') }))
    .digest()
}
