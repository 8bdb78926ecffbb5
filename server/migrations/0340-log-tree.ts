import { type Kysely, sql } from 'kysely'

/** The Merkle tree of the log, and the signed checkpoints. Other servers keep serving. */
export const oldestServer = 'any'

export async function up(db: Kysely<unknown>): Promise<void> {
  // At most 256 hashes of 32 bytes, concatenated. The last tile of a level grows.
  await sql`
    create table log_tile (
      level  int not null,
      index  bigint not null,
      hashes bytea not null,
      primary key (level, index)
    )`.execute(db)
  // Hashes cannot be compressed.
  await sql`alter table log_tile alter column hashes set storage external`.execute(db)
  await sql`
    create table log_checkpoint (
      origin    text collate "C" not null,
      size      bigint not null,
      root      bytea not null,
      note      text not null,
      signed_at timestamptz not null default clock_timestamp(),
      primary key (origin, size)
    )`.execute(db)
}
