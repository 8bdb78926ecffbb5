import { type Kysely, sql } from 'kysely'

/** The language that a person reads; null until they choose one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table person add column language text collate "C"`.execute(db)
}
