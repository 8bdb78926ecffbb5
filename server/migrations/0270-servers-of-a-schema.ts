import { type Kysely, sql } from 'kysely'

/**
 * Keeps with each migration which servers can serve after it, for those that do not know it. The
 * other table belonged to the library that once applied migrations.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table kysely_migration add column oldest_server text`.execute(db)
  await sql`drop table if exists kysely_migration_lock`.execute(db)
}
