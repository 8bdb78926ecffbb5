import { type Kysely, sql } from 'kysely'

/** Servers of the previous release keep serving during a deployment. */
export const oldestServer = 'any'

/**
 * From when on the log's keys start with the time from the id that names a command. Before that
 * they are plain hashes, as in the previous release, so that a retry that reaches servers of both
 * releases names the same command.
 *
 * On a log that has events, that time is a day from now. By then the servers of the previous
 * release have ended, and clients whose clocks are ahead have received their responses.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table key_order (since timestamptz not null)`.execute(db)
  await sql`
    insert into key_order (since)
    select case when exists (select from event) then clock_timestamp() + interval '1 day'
                else '-infinity' end`.execute(db)
}
