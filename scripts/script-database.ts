import type { Pool } from 'pg'
import { startEmbeddedPostgres } from '#scripts/postgres/embedded-postgres.ts'
import { OPERATOR_BOUNDS } from '#server/events/connection.ts'
import { type Config, loadConfig } from '#server/platform/config.ts'
import { migrate } from '#server/platform/migrate.ts'
import { openPool } from '#server/platform/pool.ts'
import { requireSchema } from '#server/platform/schema-fit.ts'
import { explainFault, StartupError } from '#server/platform/startup-error.ts'

export interface DatabaseServer {
  /** Connects as the application's role. */
  readonly url: string
  readonly ownerUrl: string
}

/** What the work of a command needs in addition to connections. */
interface UsedDatabase {
  /** Connects as the owner of the tables. */
  readonly url: string
  readonly config: Config
}

/**
 * Runs a command's work, as the owner of the tables, on the database of DATABASE_URL or on the
 * embedded one, which is started if it is not running. Production has only DATABASE_URL. Refuses a
 * schema that this release does not know. Exits with a non-zero code if the work throws.
 */
export async function withDatabase(
  work: (pool: Pool, database: UsedDatabase) => Promise<void>,
): Promise<void> {
  await withDatabaseServer(async (server, config) => {
    const pool = openPool(server.ownerUrl, 4, OPERATOR_BOUNDS)
    try {
      // A database used by servers is migrated only by `npm run migrate`.
      if (config.databaseUrl === undefined) await migrate(server.ownerUrl, server.url)
      await requireSchema(pool)
      await work(pool, { url: server.ownerUrl, config })
    } finally {
      await pool.end()
    }
  })
}

/** Like {@link withDatabase}, but neither migrates nor checks the schema. */
export async function withDatabaseServer(
  work: (server: DatabaseServer, config: Config) => Promise<void>,
): Promise<void> {
  let config: Config | undefined
  try {
    const isEmbedded = (process.env.DATABASE_URL ?? '') === ''
    if (isEmbedded) refuseInProduction()
    config = loadConfig(process.env, { generates: isEmbedded })
    const { databaseUrl: url, databaseOwnerUrl: ownerUrl = url } = config
    const server =
      url !== undefined && ownerUrl !== undefined
        ? { url, ownerUrl, stop: async () => {} }
        : await openEmbedded(config)
    await work(server, config).finally(() => server.stop())
  } catch (error) {
    const fault = error instanceof Error ? error.stack : String(error)
    process.stderr.write(`${explainFault(error, config) ?? fault}\n`)
    process.exitCode = 1
  }
}

/** On an empty embedded database, a command would report success about no data. */
function refuseInProduction(): void {
  if (process.env.NODE_ENV !== 'production') return
  throw new StartupError('DATABASE_URL is not set: give the database that the servers use.')
}

function openEmbedded({ dataDir }: Config) {
  process.stderr.write(`Using the embedded database in ${dataDir}.\n`)
  return startEmbeddedPostgres(dataDir)
}
