import { type Kysely, sql } from 'kysely'

/** Finds what may hold a user's money frozen, without reading everything that is over. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index document_open on document (owner)
      where waiting or status = 'active'`.execute(db)
}
