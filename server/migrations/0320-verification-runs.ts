import { type Kysely, sql } from 'kysely'

/** Servers that do not know it leave `sides` as they are, and the next run begins with the first event. */
export const oldestServer = 'any'

/**
 * A verification remembers the sums at its end, in turn compares accounts that do not move, and goes
 * on where it was interrupted. What it has seen of an unfinished run is worth little: it is not in the
 * write-ahead log, nor in backups.
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
