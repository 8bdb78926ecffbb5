import { type Kysely, sql } from 'kysely'

/**
 * Stores with each migration which servers are compatible with it, for servers that do not know it.
 * The other table belonged to the library that was once used to apply migrations.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table kysely_migration add column oldest_server text`.execute(db)
  await sql`drop table if exists kysely_migration_lock`.execute(db)
}
