import type { ClientBase, Pool } from 'pg'
import { MINUTE_MS, SECOND_MS } from '#shared/time.ts'

/** The server's only source of the time, so that tests can control it. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }

/** If they differ by more, the clock of this server or of the database is wrong. */
const APART_MS_MAX = MINUTE_MS

/** As above, for the process that records prices: their times decide trades. */
export const RECORDER_APART_MS_MAX = 5 * SECOND_MS

/**
 * Describes what is wrong with this server's clock, for an operator. Timers pay stakes, end trades
 * and delete sessions by this clock, and no other server could undo that.
 */
export async function clockFault(
  db: Pick<Pool | ClientBase, 'query'>,
  apartMsMax = APART_MS_MAX,
): Promise<string | undefined> {
  const before = systemClock.now()
  const { rows } = await db.query<{ ms: number }>(
    'select extract(epoch from clock_timestamp())::float8 * 1000 as ms',
  )
  const databaseMs = rows[0]?.ms ?? Number.NaN
  // The database read its clock between these two: a slow response is no fault.
  const aheadMs = Math.max(0, before - databaseMs) - Math.max(0, databaseMs - systemClock.now())
  if (Math.abs(aheadMs) <= apartMsMax) return undefined
  const seconds = Math.round(Math.abs(aheadMs) / SECOND_MS)
  const side = aheadMs > 0 ? 'ahead of' : 'behind'
  return `The clock of this server is ${seconds} s ${side} the database's: correct the wrong one.`
}
