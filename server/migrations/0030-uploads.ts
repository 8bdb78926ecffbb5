import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/** Metadata of private files; their bytes are in the data folder under the same id. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table upload (
      id              uuid primary key,
      owner           bigint not null,
      kind            text not null,
      mime            text not null,
      bytes           int not null,
      -- Of the bytes as they were sent.
      sha256          bytea not null,
      perceptual_hash bigint,
      is_referred     boolean not null default false,
      created_at      timestamptz not null default now(),
      received_at     timestamptz not null default now(),
      unique (owner, kind, sha256)
    )`.execute(db)
  await sql`
    create index upload_waiting on upload (received_at) where not is_referred`.execute(db)
}
