import { type Kysely, sql } from 'kysely'

/** Finds streams that may hold a user's money frozen without reading closed ones. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index document_open on document (owner)
      where waiting or status = 'active'`.execute(db)
}
