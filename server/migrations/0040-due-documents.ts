import { type Kysely, sql } from 'kysely'

/** Finds streams whose end has come without reading the others. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index document_due on document (kind, status, (data ->> 'endsAt'))
      where status = 'active'`.execute(db)
}
