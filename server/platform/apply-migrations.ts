import { ExponentialBackoff, handleWhen, retry } from 'cockatiel'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { DatabaseError, type Pool } from 'pg'
import type { IndexDefinition, Migration } from '#server/migrations/migration.ts'
import { StartupError } from '#server/platform/startup-error.ts'

/** How long migrations wait for locks. */
export interface Patience {
  /** Per statement: appends queue behind it for as long. */
  readonly lockMs: number
  /** To build an index, which waits for every older transaction but blocks nothing. */
  readonly indexMs: number
  readonly retries: number
  readonly pauseMsMax: number
}

/** About two minutes for each migration that has to wait for locks. */
export const PATIENCE: Patience = {
  lockMs: 250,
  indexMs: 300_000,
  retries: 15,
  pauseMsMax: 10_000,
}

export interface MigrationReport {
  readonly applied?: (name: string, milliseconds: number) => void
  readonly waits?: (name: string, attempt: number) => void
}

interface ApplyOptions {
  readonly migrations: Readonly<Record<string, Migration>>
  readonly patience: Patience
  readonly report: MigrationReport
}

/**
 * Applies the missing migrations in the order of their names, each in its own transaction, so that
 * no lock is held for longer than one migration. Numbers belong to areas, so a lower number may be
 * added after a higher one.
 *
 * @param pool connected as the owner of the tables; its statements time out after `patience.lockMs`
 * @returns the migrations that were applied
 * @throws StartupError if a lock cannot be acquired
 */
export async function applyMigrations(pool: Pool, options: ApplyOptions): Promise<string[]> {
  const { migrations, patience, report } = options
  // The name is that of the library that was used before.
  await pool.query(`create table if not exists kysely_migration
    (name varchar(255) primary key, timestamp varchar(255) not null)`)
  const { rows } = await pool.query<{ name: string }>('select name from kysely_migration')
  const applied = new Set(rows.map(({ name }) => name))
  const pending = Object.entries(migrations)
    .filter(([name]) => !applied.has(name))
    .sort(([one], [other]) => (one < other ? -1 : 1))
  for (const [name, migration] of pending) {
    const startedAt = performance.now()
    await patiently(pool, { name, patience, report }, () =>
      apply(pool, { name, migration, patience }),
    )
    report.applied?.(name, performance.now() - startedAt)
  }
  return pending.map(([name]) => name)
}

interface Named {
  readonly name: string
  readonly patience: Patience
  readonly report: MigrationReport
}

/** Retries work that could not get a lock, with pauses in which others continue. */
export async function patiently<T>(
  pool: Pool,
  { name, patience, report }: Named,
  work: () => Promise<T>,
): Promise<T> {
  const { retries, pauseMsMax } = patience
  const policy = retry(handleWhen(isContended), {
    maxAttempts: retries,
    backoff: new ExponentialBackoff({ initialDelay: 250, maxDelay: pauseMsMax }),
  })
  let attempts = 0
  policy.onRetry(() => report.waits?.(name, attempts))
  try {
    return await policy.execute(() => {
      attempts += 1
      return work()
    })
  } catch (error) {
    if (!(error instanceof Error && isContended(error))) throw error
    throw new StartupError(
      `${name} could not get a lock in ${attempts} attempts and gave up (${error.message}). Nothing ` +
        `of it is applied; what ran before it is complete. ${await openTransactions(pool)} End them ` +
        'or wait for them, then run "npm run migrate" again.',
      { cause: error },
    )
  }
}

/** PostgreSQL's codes for a lock timeout and a deadlock. */
const CONTENDED = new Set(['55P03', '40P01'])

function isContended(error: Error): boolean {
  return error instanceof DatabaseError && CONTENDED.has(error.code ?? '')
}

async function openTransactions(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ line: string }>(`
    select format('session %s of %s (%s for %s s)', pid, usename, state,
                  extract(epoch from now() - xact_start)::int) as line
    from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
    order by xact_start limit 5`)
  const lines = rows.map(({ line }) => line).join(', ')
  return `The oldest open transactions: ${lines || 'none now'}.`
}

interface Step {
  readonly name: string
  readonly migration: Migration
  readonly patience: Patience
}

async function apply(pool: Pool, { name, migration, patience }: Step): Promise<void> {
  if ('indexes' in migration) {
    for (const index of migration.indexes) await buildIndex(pool, index, patience)
  }
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  await db.transaction().execute(async (transaction) => {
    if ('up' in migration) await migration.up(transaction)
    await sql`insert into kysely_migration (name, timestamp)
              values (${name}, ${new Date().toISOString()})`.execute(transaction)
    if (migration.oldestServer === undefined) return
    await sql`update kysely_migration set oldest_server = ${migration.oldestServer}
              where name = ${name}`.execute(transaction)
  })
}

/** An interrupted build leaves an index that writers maintain but no reader uses. */
async function buildIndex(pool: Pool, index: IndexDefinition, patience: Patience): Promise<void> {
  const { name, unique, definition } = index
  const client = await pool.connect()
  try {
    await client.query(`set lock_timeout = ${patience.indexMs}`)
    const { rows } = await client.query<{ valid: boolean }>(
      'select indisvalid as valid from pg_index where indexrelid = to_regclass($1)',
      [name],
    )
    const [built] = rows
    if (built && !built.valid) await client.query(`drop index concurrently ${name}`)
    if (!built?.valid) {
      await client.query(
        `create ${unique ? 'unique ' : ''}index concurrently ${name} ${definition}`,
      )
    }
    await client.query('reset lock_timeout')
    client.release()
  } catch (error) {
    client.release(true)
    throw error
  }
}
