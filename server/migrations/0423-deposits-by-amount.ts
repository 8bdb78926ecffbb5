import { type Kysely, sql } from 'kysely'

export const oldestServer = 'any'

/** A reviewer sees deposits of other users with nearly the same amount, as one transfer has. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index listed_deposit_amount on listed (symbol, amount, created_at)
    where symbol is not null`.execute(db)
}
