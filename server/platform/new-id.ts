import { randomUUID } from 'node:crypto'
import type { Clock } from '#server/platform/clock.ts'
import { type Id, uuidV7 } from '#shared/ids.ts'

/** The id of something new. Ids sort by the time they were made, which is how lists page. */
export function newId(clock: Clock): Id {
  return uuidV7(clock.now(), randomUUID())
}
