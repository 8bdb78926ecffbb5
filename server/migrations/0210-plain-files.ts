import { type Kysely, sql } from 'kysely'

/** Files that are being sealed long after they were stored: their plain bytes are still on disk. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table upload add column has_plain_file boolean not null default false`.execute(db)
}
