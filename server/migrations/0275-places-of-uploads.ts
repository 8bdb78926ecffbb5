import { type Kysely, sql } from 'kysely'

/** Uploads may be in one of several stores, and no object in a store outlives its row for long. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table upload
      -- The store that holds the bytes; empty: the folder in the data directory.
      add column place text not null default '',
      -- The name of the bytes there; null: the id. A file that is moved gets a new one.
      add column object uuid,
      -- What the bytes are encrypted with outside of this machine, wrapped by the master key.
      add column content_key bytea`.execute(db)
  await sql`
    create table upload_leftover (
      place        text not null,
      object       uuid not null,
      upload       uuid not null,
      -- An object is announced here before it is written, and stays if its row never comes.
      remove_after timestamptz not null default now(),
      primary key (place, object)
    )`.execute(db)
  await sql`
    create function leave_upload() returns trigger language plpgsql as $$
    begin
      insert into upload_leftover (place, object, upload)
      select place, coalesce(object, id), id from deleted
      on conflict (place, object) do update set remove_after = excluded.remove_after;
      return null;
    end $$`.execute(db)
  await sql`
    create trigger leave_upload after delete on upload
    referencing old table as deleted
    for each statement execute function leave_upload()`.execute(db)
}
