import type { Pool } from 'pg'
import { startEmbeddedPostgres } from '#scripts/postgres/embedded-postgres.ts'
import { OPERATOR_BOUNDS } from '#server/events/connection.ts'
import { type Config, loadConfig } from '#server/platform/config.ts'
import { openPool } from '#server/platform/pool.ts'
import { prepareSchema } from '#server/platform/prepare-schema.ts'
import { explainFault } from '#server/platform/startup-error.ts'

interface DatabaseServer {
  /** As the application's role. */
  readonly url: string
  readonly ownerUrl: string
}

/**
 * Runs a script's work, as the owner of the tables, on the migrated database of DATABASE_URL, or on
 * the embedded one, which is started if no server runs on it. Exits with a non-zero code when the
 * work throws.
 */
export async function withDatabase(
  work: (pool: Pool, url: string) => Promise<void>,
): Promise<void> {
  await withDatabaseServer(async (server, config) => {
    await prepareSchema(config, server)
    const pool = openPool(server.ownerUrl, 4, OPERATOR_BOUNDS)
    await work(pool, server.ownerUrl).finally(() => pool.end())
  })
}

/** Like {@link withDatabase}, for work that finds the schema as it is. */
export async function withDatabaseServer(
  work: (server: DatabaseServer, config: Config) => Promise<void>,
): Promise<void> {
  let config: Config | undefined
  try {
    config = loadConfig(process.env)
    const { databaseUrl: url, databaseOwnerUrl: ownerUrl = url } = config
    const server =
      url !== undefined && ownerUrl !== undefined
        ? { url, ownerUrl, stop: async () => {} }
        : await startEmbeddedPostgres(config.dataDir)
    await work(server, config).finally(() => server.stop())
  } catch (error) {
    process.stderr.write(`${explainFault(error, config) ?? String(error)}\n`)
    process.exitCode = 1
  }
}
