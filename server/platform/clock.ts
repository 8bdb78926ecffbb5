import type { ClientBase, Pool } from 'pg'
import { MINUTE_MS, SECOND_MS } from '#shared/time.ts'

/** Where the server reads the time: one clock, so that tests can move it. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }

/** Further apart, the clock of this server or that of the database is wrong. */
const APART_MS_MAX = MINUTE_MS

/**
 * What is wrong with this server's clock, in words for an operator: timers pay stakes, end trades and
 * delete sessions by it, and no other server could take that back.
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
