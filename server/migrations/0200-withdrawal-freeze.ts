import { type Kysely, sql } from 'kysely'

/** The links in mails that freeze withdrawals, and until when withdrawals are frozen. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table person add column withdrawals_frozen_until timestamptz`.execute(db)
  await sql`
    create table freeze_link (
      token_hash bytea primary key,
      user_id    uuid not null references person on delete cascade,
      expires_at timestamptz not null,
      used_at    timestamptz
    )`.execute(db)
  await sql`create index freeze_link_by_user on freeze_link (user_id, used_at)`.execute(db)
  await sql`create index freeze_link_by_end on freeze_link (expires_at)`.execute(db)
}
