import { type Kysely, sql } from 'kysely'

export const oldestServer = 'any'

/** The fingerprints of the master keys that this database is sealed with. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table master_key (
      fingerprint text primary key,
      since timestamptz not null default now()
    )`.execute(db)
}
