import { type Kysely, sql } from 'kysely'

/**
 * A device is notified as long as somebody is signed in on it: when its session ends, on whatever
 * way, its subscription goes with it. Whoever is signed in now is asked for theirs again at the
 * next start of the app.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`delete from push_subscription`.execute(db)
  await sql`
    alter table push_subscription
      add column session_id uuid not null references session on delete cascade`.execute(db)
  await sql`create index push_subscription_by_session on push_subscription (session_id)`.execute(db)
}
