import { type Kysely, sql } from 'kysely'

/**
 * Finds events by the id of the request that caused them, and withdrawals and saved addresses by
 * any part of the address. The id of the request is on the audit lines: an index on the log itself
 * would slow down every append.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table audit_line add column request text collate "C"`.execute(db)
  await sql`
    update audit_line as line set request = e.metadata ->> 'correlation'
    from event as e where e.position = line.position`.execute(db)
  await sql`create index audit_by_request on audit_line (request)`.execute(db)
  await sql`
    do $$
    begin
      create extension if not exists pg_trgm;
      create index document_withdrawal_address
        on document using gin (lower(data ->> 'walletAddress') gin_trgm_ops)
        where kind = 'withdrawal';
      create index document_address_book
        on document using gin (lower(data ->> 'entries') gin_trgm_ops)
        where kind = 'address-book';
    exception
      when insufficient_privilege or feature_not_supported or undefined_file then
        raise notice 'pg_trgm is not available: addresses are searched without an index';
    end $$`.execute(db)
}
