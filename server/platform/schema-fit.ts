import { DatabaseError, type Pool } from 'pg'
import { MIGRATIONS } from '#server/migrations/index.ts'
import type { Migration } from '#server/migrations/migration.ts'
import { StartupError } from '#server/platform/startup-error.ts'

/** The record of an applied migration. */
export interface AppliedMigration {
  readonly name: string
  readonly oldestServer: string | null
}

/** Migrations because of which a server cannot serve. */
export interface Misfits {
  /** Migrations that this release needs and that are not applied. */
  readonly missing: readonly string[]
  /** Applied migrations of newer releases that are not compatible with this server. */
  readonly newer: readonly string[]
}

const UNDEFINED_TABLE = '42P01'

export async function readApplied(db: Pick<Pool, 'query'>): Promise<AppliedMigration[]> {
  try {
    // The column was added later than the table, so it may be missing.
    const { rows } = await db.query<AppliedMigration>(`
      select name, to_jsonb(applied) ->> 'oldest_server' as "oldestServer"
      from kysely_migration as applied order by name`)
    return rows
  } catch (error) {
    if (error instanceof DatabaseError && error.code === UNDEFINED_TABLE) return []
    throw error
  }
}

export function misfitsOf(
  applied: readonly AppliedMigration[],
  known: Readonly<Record<string, Migration>> = MIGRATIONS,
): Misfits {
  const names = new Set(applied.map(({ name }) => name))
  const isServed = (oldest: string | null) =>
    oldest !== null && (oldest === 'any' || Object.hasOwn(known, oldest))
  return {
    missing: Object.entries(known)
      .filter(([name, { canWait }]) => !names.has(name) && !canWait)
      .map(([name]) => name),
    newer: applied
      .filter(({ name, oldestServer }) => !Object.hasOwn(known, name) && !isServed(oldestServer))
      .map(({ name }) => name),
  }
}

/**
 * Refuses a schema that this release is not compatible with.
 *
 * @throws StartupError that says what to do
 */
export async function requireSchema(
  db: Pick<Pool, 'query'>,
  known: Readonly<Record<string, Migration>> = MIGRATIONS,
): Promise<void> {
  const misfits = misfitsOf(await readApplied(db), known)
  refuseNewer(misfits)
  const { missing } = misfits
  if (missing.length > 0) {
    throw new StartupError(
      `The schema is older than this release needs (${named(missing)}): run "npm run migrate" of ` +
        'this release with DATABASE_OWNER_URL, then start again.',
    )
  }
}

/** Whether a newer release has migrated the database, compatible or not. */
export function isBeyond(applied: readonly AppliedMigration[]): boolean {
  return applied.some(({ name }) => !Object.hasOwn(MIGRATIONS, name))
}

/** @throws StartupError that says what to do */
export function refuseNewer({ newer }: Pick<Misfits, 'newer'>): void {
  if (newer.length === 0) return
  throw new StartupError(
    `The schema is newer than this release can serve (${named(newer)}): start the release that ` +
      'applied it, or a newer one. Migrations cannot be undone: to go back, restore a backup.',
  )
}

function named(names: readonly string[]): string {
  const more = names.length - NAMED_MAX
  return names.slice(0, NAMED_MAX).join(', ') + (more > 0 ? ` and ${more} more` : '')
}

const NAMED_MAX = 3
