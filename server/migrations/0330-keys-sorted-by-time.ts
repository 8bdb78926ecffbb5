import { type Kysely, sql } from 'kysely'

/** Servers of the release before serve on, for as long as a deployment takes. */
export const oldestServer = 'any'

/**
 * From when on the log's keys begin with the time of the id that a command is named by. Until then
 * they are hashes alone, as before: a retry that reaches servers of two releases names one command.
 *
 * On a log that has events that is a day from now, by which time the servers of the release before
 * have ended, and a client whose clock is ahead has been answered.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table key_order (since timestamptz not null)`.execute(db)
  await sql`
    insert into key_order (since)
    select case when exists (select from event) then clock_timestamp() + interval '1 day'
                else '-infinity' end`.execute(db)
}
