import { Kysely, PostgresDialect } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { Pool } from 'pg'
import { MIGRATIONS } from '#server/migrations/index.ts'
import { grantApplicationRole } from '#server/platform/application-role.ts'
import { migrateJobs } from '#server/platform/jobs.ts'

/**
 * Brings the database to the current schema. Safe when several servers start at once: the first one
 * migrates under a lock, the others wait for it and find nothing to do.
 *
 * @param ownerUrl the role that owns the tables
 * @param applicationUrl the role that works with them; absent: the owner does
 * @returns the migrations that were applied
 */
export async function migrate(ownerUrl: string, applicationUrl = ownerUrl): Promise<string[]> {
  const pool = new Pool({ connectionString: ownerUrl, max: 2 })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  const provider = { getMigrations: async (): Promise<Record<string, Migration>> => MIGRATIONS }
  try {
    // Numbers belong to areas, so a lower one may arrive after a higher one.
    const migrator = new Migrator({ db, provider, allowUnorderedMigrations: true })
    const { error, results = [] } = await migrator.migrateToLatest()
    if (error) throw error
    await migrateJobs(pool)
    if (applicationUrl !== ownerUrl) await grantApplicationRole(pool, applicationUrl)
    return results.map((result) => result.migrationName)
  } finally {
    await db.destroy()
  }
}
