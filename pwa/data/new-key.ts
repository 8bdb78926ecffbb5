import { type Id, sortedKey } from '#shared/ids.ts'

/** The Idempotency-Key of a new submission, and its id in the outbox. */
export function newKey(): Id {
  return sortedKey(Date.now(), crypto.randomUUID())
}
