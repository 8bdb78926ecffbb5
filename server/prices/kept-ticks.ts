import type { ClientBase, Pool } from 'pg'
import { eventFollower, type Follower } from '#server/events/subscription.ts'

/** Keeps what events refer to from being deleted with the old ticks. */
export const keptTicks: Follower = eventFollower({
  name: 'kept ticks',
  handle: (events, transaction) =>
    keepTicks(
      transaction,
      events.flatMap(({ data }) => tickIdsIn(data)),
    ),
})

/** Marks the ticks that events refer to: a settlement can be recomputed for ever. */
export async function keepTicks(
  db: Pick<Pool | ClientBase, 'query'>,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  await db.query('update price_tick set kept = true where id = any($1::uuid[]) and not kept', [ids])
}

/** The ids of all ticks that an event's data carries, however deep they stand. */
export function tickIdsIn(data: unknown): string[] {
  if (typeof data !== 'object' || data === null) return []
  const inside = Object.values(data).flatMap(tickIdsIn)
  return looksLikeTick(data) ? [data.id, ...inside] : inside
}

const TICK_FIELDS = ['id', 'source', 'price', 'at'] as const

function looksLikeTick(data: object): data is { id: string } {
  return TICK_FIELDS.every((field) => field in data && typeof Reflect.get(data, field) === 'string')
}
