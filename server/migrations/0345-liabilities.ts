import { type Kysely, sql } from 'kysely'

/** Trees of what is owed, from which users can see their own leaves. Other servers keep serving. */
export const oldestServer = 'any'

export async function up(db: Kysely<unknown>): Promise<void> {
  // Level 0: up to 256 leaves, each an amount and a commitment; higher levels: nodes, each a sum
  // and a hash.
  await sql`
    create table liability_tile (
      statement uuid not null,
      asset     int not null,
      level     int not null,
      index     bigint not null,
      bytes     bytea not null,
      primary key (statement, asset, level, index)
    )`.execute(db)
  // Hashes cannot be compressed.
  await sql`alter table liability_tile alter column bytes set storage external`.execute(db)
}
