import { type Kysely, sql } from 'kysely'

export const oldestServer = 'any'
/** Without the table, each server counts on its own. */
export const canWait = true

/**
 * How much of each rate limit all processes together have used in a minute. Unlogged: rows are
 * worthless after minutes, and if PostgreSQL crashes, counting starts again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create unlogged table rate_count (
      minute     int not null,
      -- A keyed hash: names hold addresses and users.
      name       bytea not null,
      per_minute int not null,
      taken      int not null,
      -- The part that was taken last; its process may use it without asking again.
      leased     int not null,
      primary key (minute, name)
    -- Room for new versions of a row on its page: counts change more often than names come.
    ) with (fillfactor = 50)`.execute(db)
}
