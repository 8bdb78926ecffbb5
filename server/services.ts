import { join } from 'node:path'
import pg from 'pg'
import type { EventLog } from '#server/events/log.ts'
import { batchAuthenticate } from '#server/identity/authenticate.ts'
import { openLedgerLog } from '#server/ledger/open-ledger-log.ts'
import { type Clock, systemClock } from '#server/platform/clock.ts'
import type { Config } from '#server/platform/config.ts'
import { createMetrics, type Metrics } from '#server/platform/metrics.ts'
import type { MountContext } from '#server/platform/mount.ts'
import { minuteLimits, type RateLimits } from '#server/platform/rate-limits.ts'
import { openUploads, type Uploads } from '#server/platform/uploads.ts'

/** Everything that routes and jobs are built from. A handler takes only what it needs. */
export interface Services extends MountContext {
  readonly config: Config
  readonly clock: Clock
  readonly pool: pg.Pool
  readonly log: EventLog
  readonly uploads: Uploads
  readonly metrics: Metrics
  /** Lets go of every connection; the app must be closed before. */
  close(): Promise<void>
}

/** What a test or a load test puts in the place of the world. */
export interface WorldParts {
  readonly clock?: Clock
  readonly rateLimits?: RateLimits
}

/** Wires the services of one server process. The database must be migrated. */
export function openServices(
  config: Config,
  databaseUrl: string,
  { clock = systemClock, rateLimits = minuteLimits(clock) }: WorldParts = {},
): Services {
  const pool = openPool(databaseUrl, config.databasePoolSize)
  const log = openLedgerLog({ connectionString: databaseUrl, pool })
  const uploads = openUploads({
    pool,
    folder: join(config.dataDir, 'uploads'),
    masterKey: config.masterKey,
    clock,
  })
  const needsSecondFactor = config.staffSecondFactor === 'required'
  return {
    config,
    clock,
    pool,
    log,
    uploads,
    rateLimits,
    metrics: createMetrics(),
    identity: { authenticate: batchAuthenticate(pool, clock, needsSecondFactor) },
    checkAnswers: !config.isProduction,
    close: async () => {
      await log.close()
      await pool.end()
    },
  }
}

function openPool(connectionString: string, max: number): pg.Pool {
  const pool = new pg.Pool({ connectionString, max })
  // An idle connection that PostgreSQL closes is replaced at its next use; unheard, it would end
  // the process.
  pool.on('error', () => {})
  return pool
}
