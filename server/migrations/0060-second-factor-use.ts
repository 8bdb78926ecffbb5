import { type Kysely, sql } from 'kysely'

/**
 * The submission that each code was used for. A code works once. A submission that is sent again
 * because its response was lost finds here that its first attempt had the right code.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table second_factor_use (
      user_id      uuid not null references person on delete cascade,
      key          uuid not null,
      request_hash bytea not null,
      used_at      timestamptz not null,
      primary key (user_id, key)
    )`.execute(db)
  await sql`create index second_factor_use_by_time on second_factor_use (used_at)`.execute(db)
}
