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

/** The text of the ids that the platform makes: its first twelve digits are a time. */
const ID_OF_A_TIME = /[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}/
const TIME_LENGTH = '00000000-0000'.length

/**
 * As {@link idempotencyKey}, but it begins with the time of the id in `text`, if that is not before
 * `sinceMs`. Keys that sort by time are added at the end of their index, so that appends do not
 * write pages all over the index. The other 80 bits still depend on the actor and the whole text.
 */
export function keySortedByTime(actorId: string, text: string, sinceMs: number): string {
  const key = idempotencyKey(actorId, text)
  const time = ID_OF_A_TIME.exec(text)?.[0].slice(0, TIME_LENGTH)
  const isSorted = time !== undefined && Number.parseInt(time.replace('-', ''), 16) >= sinceMs
  return isSorted ? `${time}${key.slice(TIME_LENGTH)}` : key
}

/** Detects a different request under a known key, which is an error. */
export function requestHash(request: unknown): Buffer {
  return createHash('sha256').update(canonicalJson(request)).digest()
}
