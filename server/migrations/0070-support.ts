import { type Kysely, sql } from 'kysely'

/**
 * Texts of the messages between users and support. Events hold only their ids; the texts are deleted
 * with the person.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table support_message (
      id         uuid primary key,
      user_id    uuid not null references person on delete cascade,
      text       text not null,
      created_at timestamptz not null default clock_timestamp()
    )`.execute(db)
  await sql`create index support_message_by_user on support_message (user_id)`.execute(db)
  // The list of staff: the conversation with the latest message first.
  await sql`
    create index document_conversation on document ((data ->> 'lastMessageAt'), stream)
      where kind = 'conversation'`.execute(db)
}
