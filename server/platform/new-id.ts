import { randomUUID } from 'node:crypto'
import type { Clock } from '#server/platform/clock.ts'
import { type Id, uuidV7 } from '#shared/ids.ts'

/** The id of a new item. Ids sort by creation time, by which lists page. */
export function newId(clock: Clock): Id {
  return uuidV7(clock.now(), randomUUID())
}
