import { type Kysely, sql } from 'kysely'

/**
 * Quotes for conversions: a user's newest one is open. A quote that is being confirmed counts
 * towards the daily limit before its event is written. Rows live for about a minute.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table conversion_quote (
      position     bigint generated always as identity primary key,
      id           uuid not null,
      user_no      bigint not null,
      created_at   timestamptz not null default now(),
      confirmed_at timestamptz,
      quote        json not null
    )`.execute(db)
  await sql`create index conversion_quote_by_user on conversion_quote (user_no, position)`.execute(
    db,
  )
}
