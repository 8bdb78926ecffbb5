import { type Kysely, sql } from 'kysely'

/**
 * Servers that do not know it do not change `sides`; the next run then starts from the first event.
 */
export const oldestServer = 'any'

/**
 * A verification stores the sums at its end, compares accounts that do not move in rotation, and
 * resumes where it was interrupted. Data of an unfinished run has little value, so it is not in the
 * write-ahead log or in backups.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table verified_position
      add column sides json,
      add column compared_to bigint not null default 0`.execute(db)
  await sql`
    create unlogged table verification_run (
      name     text primary key,
      so_far   json not null,
      saved_at timestamptz not null
    )`.execute(db)
}
