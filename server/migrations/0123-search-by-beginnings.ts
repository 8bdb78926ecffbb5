import { type Kysely, sql } from 'kysely'

/**
 * Appends each word of the search text again, with a space before it: a trigram index finds two
 * letters at the beginning of a word, but only three in the middle.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table person
      drop column search_text,
      add column search_text text generated always as (
        lower(
          email || ' ' || full_name || ' ' || display_id || ' ' || user_id::text || ' ' ||
          regexp_replace(email || ' ' || full_name, '[^[:alnum:]]+', ' ', 'g')
        )
      ) stored`.execute(db)
  await sql`
    do $$
    begin
      create index person_search on person using gin (search_text gin_trgm_ops);
    exception
      when undefined_object then
        raise notice 'pg_trgm is not available: people are searched without an index';
    end $$`.execute(db)
}
