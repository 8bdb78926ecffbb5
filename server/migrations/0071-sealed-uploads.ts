import { type Kysely, sql } from 'kysely'

/** Files that only their person's key opens: identity documents. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table upload add column sealed_for uuid`.execute(db)
}
