import { type Kysely, sql } from 'kysely'

/** How many times in a row, and since when, a device could not be reached. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table push_subscription
      add column failures int not null default 0,
      add column failing_since timestamptz`.execute(db)
}
