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

/**
 * Describes what is wrong with this server's clock, for an operator. Timers pay stakes, end trades
 * and delete sessions by this clock, and no other server could undo that.
 */
export async function clockFault(
  db: Pick<Pool | ClientBase, 'query'>,
): Promise<string | undefined> {
  const { rows } = await db.query<{ ms: number }>(
    'select extract(epoch from clock_timestamp())::float8 * 1000 as ms',
  )
  const aheadMs = systemClock.now() - (rows[0]?.ms ?? Number.NaN)
  if (Math.abs(aheadMs) <= APART_MS_MAX) return undefined
  const seconds = Math.round(Math.abs(aheadMs) / SECOND_MS)
  const side = aheadMs > 0 ? 'ahead of' : 'behind'
  return `The clock of this server is ${seconds} s ${side} the database's: correct the wrong one.`
}
