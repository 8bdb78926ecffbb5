import { REQUEST_BOUNDS } from '#server/events/connection.ts'
import type { Config } from '#server/platform/config.ts'
import { migrate } from '#server/platform/migrate.ts'
import { openPool } from '#server/platform/pool.ts'
import { requireSchema } from '#server/platform/schema-fit.ts'

/**
 * Makes sure that this release can work with the database's schema. In production, `npm run
 * migrate` migrates it, so that servers need no privilege to change tables. In development and on
 * an embedded PostgreSQL, each start migrates.
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
