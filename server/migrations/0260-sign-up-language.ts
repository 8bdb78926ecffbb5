import { type Kysely, sql } from 'kysely'

/** The language in which a user signs up; null if unknown. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table sign_up add column language text collate "C"`.execute(db)
}
