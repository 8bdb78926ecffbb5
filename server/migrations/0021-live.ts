import { type Kysely, sql } from 'kysely'

/**
 * Tickets that open a WebSocket once. Stored in a table, because the socket may reach another process
 * than the one that issued the ticket; unlogged, because tickets expire within 30 seconds.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create unlogged table live_ticket (
      hash       bytea primary key,
      session_id uuid not null,
      expires_at timestamptz not null
    )`.execute(db)
  await sql`create index live_ticket_by_expiry on live_ticket (expires_at)`.execute(db)
}
