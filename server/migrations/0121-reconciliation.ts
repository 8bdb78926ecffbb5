import { type Kysely, sql } from 'kysely'

/**
 * Where the verification of the ledger goes on: every account as the log left it at a position up to
 * which all was found sound. And how far the run that is under way has come.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table verified_position (
      only_row boolean primary key default true check (only_row),
      position bigint not null
    )`.execute(db)
  await sql`
    create table verified_balance (
      account bigint primary key,
      amount  numeric not null
    )`.execute(db)
  await sql`
    create table reconciliation_progress (
      run_id  uuid primary key,
      step    text not null,
      done    bigint not null,
      total   bigint not null,
      seen_at timestamptz not null
    )`.execute(db)
}
