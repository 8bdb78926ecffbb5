import type { ClientBase, Pool } from 'pg'
import * as z from 'zod/mini'
import type { Catalog } from '#server/events/catalog.ts'
import { tickShape } from '#server/events/event-definition.ts'
import { eventFollower, type Follower } from '#server/events/follower.ts'
import { DAY_MS } from '#shared/time.ts'

type Database = Pick<Pool | ClientBase, 'query'>

/** The follower's name, stored in the database. */
const KEPT_TICKS = 'kept ticks'

/** Follows the log and keeps the ticks that events refer to. */
export function keptTicks(catalog: Catalog): Follower {
  return eventFollower({
    name: KEPT_TICKS,
    types: [...catalog].filter(([, { schema }]) => mentionsTick(schema)).map(([type]) => type),
    newTypes: 'past',
    handle: (events, transaction) =>
      keepTicks(
        transaction,
        events.flatMap(({ data }) => tickIdsIn(data)),
      ),
  })
}

/** Whether data of this shape may contain a tick, at any depth. */
export function mentionsTick(schema: unknown): boolean {
  if (schema === tickShape) return true
  if (typeof schema !== 'object' || schema === null) return false
  const parts = schema instanceof z.ZodMiniType ? schema.def : schema
  return Object.values(parts).some(mentionsTick)
}

/** Marks ticks as kept, so that a settlement can always be recomputed. */
export async function keepTicks(db: Database, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await db.query('update price_tick set kept = true where id = any($1::uuid[]) and not kept', [ids])
}

/** The ids of all ticks in an event's data, at any depth. */
export function tickIdsIn(data: unknown): string[] {
  if (typeof data !== 'object' || data === null) return []
  const inside = Object.values(data).flatMap(tickIdsIn)
  return looksLikeTick(data) ? [data.id, ...inside] : inside
}

const TICK_FIELDS = ['id', 'source', 'price', 'at'] as const

function looksLikeTick(data: object): data is { id: string } {
  return TICK_FIELDS.every((field) => field in data && typeof Reflect.get(data, field) === 'string')
}

/** How long a tick is kept if no event refers to it. */
const UNKEPT_MS = 7 * DAY_MS

const ROWS_AT_ONCE = 20_000

// The newest is looked for only among the rows of a batch, and marked as kept, so that the ticks of
// a source that is no longer used are not compared again each time.
const DELETE_OLD = `
  with old as materialized (
    select position, symbol, source, at from price_tick
    where not kept and at < $1 order by position limit $2
  ), last as (
    select distinct on (symbol, source) position, symbol, source, at from old
    order by symbol, source, position desc
  ), newest as materialized (
    select position from last where (
      select true from price_tick later
      where later.symbol = last.symbol and later.source = last.source and later.at >= last.at
        and later.position > last.position
      order by later.at, later.position limit 1) is null
  ), marked as (
    update price_tick set kept = true where position in (select position from newest)
  ), deleted as (
    delete from price_tick
    where position in (select position from old except select position from newest)
    returning 1
  )
  select (select count(*) from old)::int as old, (select count(*) from deleted)::int as deleted`

/**
 * Deletes old ticks that no event refers to, in batches so that no query takes long. The newest
 * tick of a symbol and source stays: it tells every later process that the source has quoted a
 * stablecoin, which then does not count as 1 again.
 *
 * While the follower that keeps ticks is behind, age is measured from the first event that it has
 * not seen: that event, or a later one, may refer to any tick that was not old when the event was
 * recorded.
 */
export async function deleteOldTicks(db: Database, nowMs: number): Promise<number> {
  const unseenMs = await firstUnseenMs(db)
  const before = new Date(Math.min(nowMs, unseenMs) - UNKEPT_MS)
  let total = 0
  while (true) {
    const { rows } = await db.query<Record<'old' | 'deleted', number>>(DELETE_OLD, [
      before,
      ROWS_AT_ONCE,
    ])
    const { old = 0, deleted = 0 } = rows[0] ?? {}
    total += deleted
    if (old < ROWS_AT_ONCE) return total
  }
}

/** The time of the first event that the follower has not seen. */
async function firstUnseenMs(db: Database): Promise<number> {
  const { rows } = await db.query<{ recorded_at: Date }>(
    `select recorded_at from event
     where position > coalesce((select position from checkpoint where name = $1), 0)
     order by position limit 1`,
    [KEPT_TICKS],
  )
  return rows[0]?.recorded_at.getTime() ?? Number.POSITIVE_INFINITY
}
