import { type Kysely, sql } from 'kysely'

/** Finds what has an end and has reached it, without reading what has not. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index document_due on document (kind, status, (data ->> 'endsAt'))
      where status = 'active'`.execute(db)
}
