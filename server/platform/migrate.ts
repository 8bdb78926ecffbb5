import { setTimeout as sleep } from 'node:timers/promises'
import type { PoolClient } from 'pg'
import { OPERATOR_BOUNDS } from '#server/events/connection.ts'
import { MIGRATIONS } from '#server/migrations/index.ts'
import type { Migration } from '#server/migrations/migration.ts'
import { grantApplicationRole } from '#server/platform/application-role.ts'
import {
  applyMigrations,
  type MigrationReport,
  PATIENCE,
  type Patience,
  patiently,
} from '#server/platform/apply-migrations.ts'
import { migrateJobs } from '#server/platform/jobs.ts'
import { LOCKS, tryLockSession } from '#server/platform/locks.ts'
import { openPool } from '#server/platform/pool.ts'
import { StartupError } from '#server/platform/startup-error.ts'

/** Long enough for another process to build an index. */
const TURN_WAIT_MS = 600_000
const TURN_PAUSE_MS = 100

export interface MigrateOptions {
  /** Absent: all. A backup is restored into the schema that it was made from. */
  readonly migrations?: Readonly<Record<string, Migration>>
  readonly patience?: Patience
  readonly report?: MigrationReport
}

/**
 * Migrates the database to the schema of this release, and grants the application's role its
 * privileges. Safe to run several times at once: the first run migrates; the others wait and find
 * nothing to do.
 *
 * @param ownerUrl the role that owns the tables
 * @param applicationUrl the role that the application uses; absent: the owner
 * @returns the migrations that were applied
 */
export async function migrate(
  ownerUrl: string,
  applicationUrl = ownerUrl,
  { migrations = MIGRATIONS, patience = PATIENCE, report = {} }: MigrateOptions = {},
): Promise<string[]> {
  const pool = openPool(ownerUrl, 3, { ...OPERATOR_BOUNDS, lockMs: patience.lockMs })
  try {
    const turn = await pool.connect()
    try {
      await takeTurn(turn)
      const applied = await applyMigrations(pool, { migrations, patience, report })
      const step = (name: string) => ({ name, patience, report })
      await patiently(pool, step('tables of jobs'), () => migrateJobs(pool))
      if (applicationUrl !== ownerUrl) {
        const grant = () => grantApplicationRole(pool, applicationUrl)
        await patiently(pool, step('rights of the application'), grant)
      }
      return applied
    } finally {
      // Releases the lock, which lasts as long as the connection.
      turn.release(true)
    }
  } finally {
    await pool.end()
  }
}

/** Polls for the lock: a statement that waits for it would prevent the building of indexes. */
async function takeTurn(client: PoolClient): Promise<void> {
  const giveUpAt = performance.now() + TURN_WAIT_MS
  while (!(await tryLockSession(client, LOCKS.migration))) {
    if (performance.now() > giveUpAt) {
      throw new StartupError(
        'Another process has been migrating this database for 10 minutes: wait for it, or end it and ' +
          'run "npm run migrate" again, which continues where it stopped.',
      )
    }
    await sleep(TURN_PAUSE_MS)
  }
}
