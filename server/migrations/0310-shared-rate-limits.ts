import { type Kysely, sql } from 'kysely'

export const oldestServer = 'any'
/** Without the table, servers count by themselves. */
export const canWait = true

/**
 * How much of each rate limit all processes together have used in a minute. Unlogged: the rows are
 * worthless after minutes, and a crash of PostgreSQL may begin the minute again.
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
