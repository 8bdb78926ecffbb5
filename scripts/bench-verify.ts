import pg from 'pg'
import { withBenchDatabase } from '#scripts/bench/bench-database.ts'
import type { BenchOptions } from '#scripts/bench/bench-options.ts'
import { judge, show } from '#scripts/bench/judge.ts'
import { makeStaff } from '#scripts/bench/users.ts'
import { verifyElsewhere } from '#scripts/bench/verify-elsewhere.ts'
import { catchUp, EVENTS_PER_USER, loadWorld } from '#scripts/bench-back-office/load-world.ts'
import { fundSoundly } from '#scripts/drill/funding.ts'
import { progressBar } from '#scripts/progress-bar.ts'
import { openServices } from '#server/open-services.ts'
import { loadConfig } from '#server/platform/config.ts'
import type { Services } from '#server/services.ts'

/** The length of the second log, relative to the first. */
const LONGER = 3
const NEW_EVENTS = 2_000
const MOST_S_PER_MILLION = 25
const MOST_MB = 300
/**
 * The time for the newest events of the longer log, relative to the same number in the shorter one.
 */
const MOST_TIMES = 1.5

/**
 * How long the ledger checks take for all events, and for the newest ones. If the part is named,
 * also on a longer log, which takes minutes to load.
 */
export async function benchVerify({ users, parts }: BenchOptions): Promise<void> {
  const shorter = await verifyWorld(users)
  if (!parts.includes('verify')) return
  const longer = await verifyWorld(users * LONGER)
  judge(`newest events, on ${LONGER} times the log, times as long`, longer / shorter, {
    most: MOST_TIMES,
  })
}

/** @returns the seconds that the newest events take */
async function verifyWorld(users: number): Promise<number> {
  console.log(
    `\nChecks of the ledger with ${(users * EVENTS_PER_USER).toLocaleString('en')} events`,
  )
  let newestS = Number.NaN
  await withBenchDatabase(async (url) => {
    const services = await openServices(loadConfig({ NODE_ENV: 'test' }), url)
    // Unlike the server's pools, it allows statements that run for minutes.
    const pool = new pg.Pool({ connectionString: url })
    try {
      await fill({ ...services, pool }, users)
      const full = await verifyElsewhere(url, 'full')
      show('all events, s', full.seconds)
      show('  of the processor, without PostgreSQL, s', full.cpuS)
      show('  events/s', full.events / full.seconds)
      judge('  for 1,000,000 events, s', (full.seconds / full.events) * 1_000_000, {
        most: MOST_S_PER_MILLION,
      })
      judge('  memory at its peak, MB', full.megabytes, { most: MOST_MB })

      for (let event = 0; event < NEW_EVENTS; event += 1) {
        await fundSoundly(services.log, BigInt((event % users) + 1))
      }
      await catchUp(pool)
      const newest = await verifyElsewhere(url, 'incremental')
      show(`the newest ${newest.events.toLocaleString('en')} events, s`, newest.seconds)
      newestS = newest.seconds
    } finally {
      await pool.end()
      await services.close()
    }
  })
  return newestS
}

async function fill(services: Services, users: number): Promise<void> {
  const { pool, clock } = services
  const staff = (await makeStaff(services)).map(({ userId }) => userId)
  const bar = progressBar('  loading')
  await loadWorld({ ...services, staff, users, nowMs: clock.now() }, (done) =>
    bar(done, BigInt(users * EVENTS_PER_USER)),
  )
  await pool.query('vacuum analyze')
  await catchUp(pool)
  await pool.query('vacuum analyze')
}
