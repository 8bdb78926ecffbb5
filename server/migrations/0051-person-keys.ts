import { type Kysely, sql } from 'kysely'

/** One wrapped key per person. It is deleted with the person, so data sealed with it is unreadable. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table person_key (
      user_id    uuid primary key references person on delete cascade,
      wrapped    bytea not null,
      created_at timestamptz not null default clock_timestamp()
    )`.execute(db)
}
