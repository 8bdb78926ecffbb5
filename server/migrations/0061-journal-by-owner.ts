import { type Kysely, sql } from 'kysely'

/**
 * One user's lines in the order of the log, across all their accounts: an account's number is the
 * owner's × 1024 plus the asset and kind (`server/ledger/chart.ts`).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index journal_by_owner on journal ((account / 1024), position)`.execute(db)
}
