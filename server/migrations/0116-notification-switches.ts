import { type Kysely, sql } from 'kysely'

/** Notifications that users have switched off: without a row they are sent. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table notification_off (
      user_id uuid not null references person on delete cascade,
      kind    text collate "C" not null,
      primary key (user_id, kind)
    )`.execute(db)
}
