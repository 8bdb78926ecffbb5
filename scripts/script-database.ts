import pg from 'pg'
import { startEmbeddedPostgres } from '#scripts/postgres/embedded-postgres.ts'
import { type Config, loadConfig } from '#server/platform/config.ts'
import { migrate } from '#server/platform/migrate.ts'
import { explainFault } from '#server/platform/startup-error.ts'

/**
 * Runs a script's work, as the owner of the tables, on the database of DATABASE_URL, or on the embedded one, which is started if
 * no server runs on it. Exits with a non-zero code when the work throws.
 */
export async function withDatabase(
  work: (pool: pg.Pool, url: string) => Promise<void>,
): Promise<void> {
  let config: Config | undefined
  try {
    config = loadConfig(process.env)
    const database = config.databaseUrl
      ? {
          url: config.databaseUrl,
          ownerUrl: config.databaseOwnerUrl ?? config.databaseUrl,
          stop: async () => {},
        }
      : await startEmbeddedPostgres(config.dataDir)
    try {
      await migrate(database.ownerUrl, database.url)
      const pool = new pg.Pool({ connectionString: database.ownerUrl, max: 4 })
      pool.on('error', () => {})
      await work(pool, database.ownerUrl).finally(() => pool.end())
    } finally {
      await database.stop()
    }
  } catch (error) {
    process.stderr.write(`${explainFault(error, config) ?? String(error)}\n`)
    process.exitCode = 1
  }
}
