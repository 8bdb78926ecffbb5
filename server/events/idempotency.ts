import { createHash } from 'node:crypto'
import { canonicalJson } from '#shared/canonical-json.ts'

/**
 * The log's key of a command: the actor is part of it, so nobody can meet or probe the key of
 * somebody else.
 */
export function idempotencyKey(actorId: string, header: string): string {
  const hex = createHash('sha256').update(`${actorId}:${header}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`
}

/** What was asked: the same under the same key is a repetition, anything else is a mistake. */
export function requestHash(request: unknown): Buffer {
  return createHash('sha256').update(canonicalJson(request)).digest()
}
