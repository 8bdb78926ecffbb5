import pg from 'pg'
import type { StaffMember } from '#scripts/bench/users.ts'
import { verifyElsewhere } from '#scripts/bench/verify-elsewhere.ts'
import { progressBar } from '#scripts/progress-bar.ts'
import type { Services } from '#server/services.ts'
import { catchUp, EVENTS_PER_USER, loadWorld } from './load-world.ts'

export interface Filled {
  readonly events: number
  readonly waiting: number
  readonly loadSeconds: number
  readonly foldSeconds: number
  /** For all checks, as `npm run verify:ledger` runs them. */
  readonly checkSeconds: number
}

/** Fills an empty platform, folds every projection and verifies the loaded data. */
export async function fillPlatform(
  services: Services,
  staff: readonly StaffMember[],
  users: number,
): Promise<Filled> {
  // Unlike the server's pools, it allows statements that run for minutes.
  const pool = new pg.Pool({ connectionString: services.databaseUrl })
  try {
    const bar = progressBar('  loading')
    const staffIds = staff.map(({ userId }) => userId)
    const nowMs = services.clock.now()
    const [{ events, waiting }, loadSeconds] = await timed(() =>
      loadWorld({ ...services, pool, staff: staffIds, users, nowMs }, (done) =>
        bar(done, BigInt(users * EVENTS_PER_USER)),
      ),
    )
    await pool.query('analyze')
    const [, foldSeconds] = await timed(() => catchUp(pool))
    await pool.query('vacuum analyze')
    const { seconds: checkSeconds } = await verifyElsewhere(services.databaseUrl, 'full')
    return { events, waiting, loadSeconds, foldSeconds, checkSeconds }
  } finally {
    await pool.end()
  }
}

/** @returns also the seconds that the work took */
export async function timed<T>(work: () => Promise<T>): Promise<[T, number]> {
  const started = performance.now()
  const result = await work()
  return [result, (performance.now() - started) / 1_000]
}
