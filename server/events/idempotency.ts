import { createHash } from 'node:crypto'
import { canonicalJson } from '#shared/canonical-json.ts'

/**
 * The log's key of a command. It includes the actor, so that no one can reuse or probe another
 * user's key.
 */
export function idempotencyKey(actorId: string, header: string): string {
  const hex = createHash('sha256').update(`${actorId}:${header}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`
}

/** Detects a different request under a known key, which is an error. */
export function requestHash(request: unknown): Buffer {
  return createHash('sha256').update(canonicalJson(request)).digest()
}
