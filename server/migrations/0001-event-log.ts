import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/**
 * The log, and the tables written in the same commit. An event row is the journal entry: it holds its
 * transfers, which move `amounts[i]` from `debits[i]` to `credits[i]`.
 *
 * Documents are json, not jsonb: json keeps the exact text that was hashed and makes an append 20%
 * cheaper.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table event (
      position       bigint primary key,
      stream         text collate "C" not null,
      version        bigint not null,
      key            uuid not null unique,
      request_hash   bytea not null,
      type           text not null,
      schema_version int not null,
      data           json not null,
      metadata       json not null,
      hash           bytea not null,
      debits         bigint[] not null,
      credits        bigint[] not null,
      amounts        numeric[] not null,
      recorded_at    timestamptz not null default clock_timestamp(),
      unique (stream, version)
    )`.execute(db)

  // House accounts (negative) have no row here: a hot row would serialise all appends.
  await sql`
    create table balance (
      account bigint primary key check (account > 0),
      amount  numeric not null check (amount >= 0)
    ) with (fillfactor = 50)`.execute(db)

  await sql`
    create table document (
      stream     text collate "C" primary key,
      kind       text collate "C" not null,
      owner      bigint,
      status     text collate "C" not null,
      waiting    boolean not null,
      version    bigint not null,
      hash       bytea not null,
      created_at timestamptz not null default clock_timestamp(),
      updated_at timestamptz not null default clock_timestamp(),
      data       json not null
    ) with (fillfactor = 80)`.execute(db)
  await sql`
    create index document_by_owner
      on document (owner, kind, created_at)`.execute(db)
  await sql`
    create index document_waiting
      on document (kind, created_at) where waiting`.execute(db)

  // How far each follower has read. A process locks the row while it works on the next step.
  await sql`
    create table checkpoint (
      name     text primary key,
      position bigint not null
    )`.execute(db)
}
