import { type Kysely, sql } from 'kysely'

/**
 * A device is notified while a user is signed in on it: when its session ends, in any
 * way, its subscription is deleted. Signed-in users are asked for theirs again at the
 * next start of the app.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`delete from push_subscription`.execute(db)
  await sql`
    alter table push_subscription
      add column session_id uuid not null references session on delete cascade`.execute(db)
  await sql`create index push_subscription_by_session on push_subscription (session_id)`.execute(db)
}
