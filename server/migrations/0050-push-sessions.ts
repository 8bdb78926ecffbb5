import { type Kysely, sql } from 'kysely'

/**
 * A device gets notifications only while a user is signed in on it: when the session ends, for any
 * reason, its subscription is deleted. The app renews those of signed-in users at its next start.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`delete from push_subscription`.execute(db)
  await sql`
    alter table push_subscription
      add column session_id uuid not null references session on delete cascade`.execute(db)
  await sql`create index push_subscription_by_session on push_subscription (session_id)`.execute(db)
}
