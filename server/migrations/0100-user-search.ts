import { type Kysely, sql } from 'kysely'

/**
 * Finds people by any part of their email, name or ids, and sorts users by name or last sign-in.
 *
 * The trigram index needs an extension that is part of PostgreSQL but may not be allowed.
 * Without it the same search reads the column itself: slower, with the same result.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table person
      add column search_text text generated always as (
        lower(email || ' ' || full_name || ' ' || display_id || ' ' || user_id::text)
      ) stored,
      add column sort_name text collate "C" generated always as (
        lower(coalesce(nullif(full_name, ''), email))
      ) stored`.execute(db)
  await sql`create index person_by_name on person (sort_name, user_no)`.execute(db)
  await sql`
    create index person_by_sign_in
      on person ((coalesce(last_sign_in_at, '-infinity')), user_no)`.execute(db)
  await sql`
    do $$
    begin
      create extension if not exists pg_trgm;
      create index person_search on person using gin (search_text gin_trgm_ops);
    exception
      when insufficient_privilege or feature_not_supported or undefined_file then
        raise notice 'pg_trgm is not available: people are searched without an index';
    end $$`.execute(db)
}
