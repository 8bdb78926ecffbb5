import { type Kysely, sql } from 'kysely'

/**
 * Indexes for lists and counts of requests by status, for texts of loans and conversations, and for
 * counts of unread messages. Orders, the most frequent streams, have none, so that their appends do
 * not get slower.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index document_by_status on document (kind, status, stream)
      where kind in ('deposit', 'withdrawal', 'loan', 'conversation')`.execute(db)
  // Extracted from the state when it is written: a sum over thousands would parse each state again.
  await sql`
    alter table document
      add column unread int generated always as (
        case when kind = 'conversation' and waiting
          then (data #>> '{sent,user}')::int - (data #>> '{read,user}')::int end
      ) stored`.execute(db)
  await sql`
    create index document_unread on document (unread)
      where kind = 'conversation' and waiting`.execute(db)
  await sql`
    do $$
    begin
      create extension if not exists pg_trgm;
      create index loan_applicant_search
        on loan_applicant using gin (lower(purpose) gin_trgm_ops);
      create index support_message_search
        on support_message using gin (lower(text) gin_trgm_ops);
    exception
      when insufficient_privilege or feature_not_supported or undefined_file then
        raise notice 'pg_trgm is not available: loans and messages are searched without an index';
    end $$`.execute(db)
}
