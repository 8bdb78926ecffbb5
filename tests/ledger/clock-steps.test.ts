import { expect, test } from 'vitest'
import { lastPositionBefore } from '#server/events/last-position-before.ts'
import type { EventLog } from '#server/events/log.ts'
import { readBalancesAsOf } from '#server/facts/balances-as-of.ts'
import { FEATURES } from '#server/features/index.ts'
import { openLedgerLog } from '#server/ledger/open-ledger-log.ts'
import { journal } from '#server/projections/journal.ts'
import { rebuild } from '#server/projections/rebuild.ts'
import { HOUR_MS } from '#shared/time.ts'
import { atOnce } from '#tests/support/at-once.ts'
import { openTestDatabase } from '#tests/support/database.ts'
import { adjust } from './adjusting.ts'

const database = await openTestDatabase()
const { url, pool } = database
const OWNER = 1n

// Every later session of PostgreSQL finds this clock before the built-in one.
await pool.query(`
  create table clock_step (ms float8 not null);
  insert into clock_step values (0);
  create function public.clock_timestamp() returns timestamptz language sql as $$
    select pg_catalog.clock_timestamp() + ms * interval '1 ms' from public.clock_step $$`)
await pool.query(
  `alter database ${new URL(url).pathname.slice(1)} set search_path = public, pg_catalog`,
)

/** Appends a single command and then a group, like a server that has just started. */
async function appendFrom(work: (log: EventLog) => Promise<unknown>): Promise<void> {
  const log = openLedgerLog({ connectionString: url, pool, catalog: FEATURES.catalog })
  await work(log)
  await atOnce(30, () => adjust(log, { owner: OWNER, change: 1n }))
  await log.close()
}

async function stepClock(ms: number): Promise<void> {
  await pool.query('update clock_step set ms = $1', [ms])
}

test('"as of" queries stay correct when the clock steps by an hour in either direction', async () => {
  for (const stepMs of [0, HOUR_MS, -HOUR_MS, 0]) {
    await stepClock(stepMs)
    await appendFrom((log) => adjust(log, { owner: OWNER, change: 100n }))
  }
  const { rows: events } = await pool.query<{ position: string; recorded_at: Date }>(
    'select position, recorded_at from event order by position',
  )
  const times = events.map(({ recorded_at }) => recorded_at.getTime())
  expect(times).toEqual(times.toSorted((a, b) => a - b))
  const [first = 0, last = 0] = [times[0], times.at(-1)]
  expect(last - first, 'the step forward was taken').toBeGreaterThanOrEqual(HOUR_MS)

  await rebuild(pool, journal, () => undefined)
  for (const epochMs of new Set([first, last, first + HOUR_MS / 2, ...times.map((at) => at + 1)])) {
    const before = times.filter((at) => at < epochMs).length
    const position = await lastPositionBefore(pool, epochMs)
    expect(position).toBe(BigInt(before))
    // Each of the four servers credited 100 once and then 1 thirty times.
    const held = before + 99 * Math.ceil(before / 31)
    const [balance] = await readBalancesAsOf(pool, OWNER, position)
    expect(balance?.available ?? 0n).toBe(BigInt(held))
  }
})
