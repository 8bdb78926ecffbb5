import { REQUEST_BOUNDS } from '#server/events/connection.ts'
import type { Config } from '#server/platform/config.ts'
import { migrate } from '#server/platform/migrate.ts'
import { openPool } from '#server/platform/pool.ts'
import { requireSchema } from '#server/platform/schema-fit.ts'

/**
 * Makes sure that the database has a schema that this release can serve. Production is migrated by
 * `npm run migrate`, so that its servers need no right to change tables; in development and on an
 * embedded PostgreSQL each start migrates.
 *
 * @throws StartupError
 */
export async function prepareSchema(
  { isProduction, databaseUrl }: Pick<Config, 'isProduction' | 'databaseUrl'>,
  { url, ownerUrl }: { readonly url: string; readonly ownerUrl: string },
): Promise<void> {
  const isMigratedApart = isProduction && databaseUrl !== undefined
  if (!isMigratedApart) await migrate(ownerUrl, url)
  const pool = openPool(url, 1, REQUEST_BOUNDS)
  try {
    await requireSchema(pool)
  } finally {
    await pool.end()
  }
}
