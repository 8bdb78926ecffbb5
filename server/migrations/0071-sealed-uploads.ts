import { type Kysely, sql } from 'kysely'

/** Files sealed with their owner's key: identity documents. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table upload add column sealed_for uuid`.execute(db)
}
