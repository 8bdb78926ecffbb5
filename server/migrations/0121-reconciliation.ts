import { type Kysely, sql } from 'kysely'

/**
 * Where the next verification of the ledger starts: the balance of every account at a position up to
 * which no fault was found. Also the progress of the current run.
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
