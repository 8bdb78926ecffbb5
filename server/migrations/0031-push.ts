import { type Kysely, sql } from 'kysely'

/** Devices that asked to be notified. An endpoint belongs to one browser profile. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table push_subscription (
      endpoint   text primary key,
      user_id    uuid not null,
      p256dh     text not null,
      auth       text not null,
      device     text not null,
      created_at timestamptz not null default clock_timestamp()
    )`.execute(db)
  await sql`create index push_subscription_by_user on push_subscription (user_id)`.execute(db)
}
