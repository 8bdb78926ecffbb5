import { type Kysely, sql } from 'kysely'

export const oldestServer = 'any'

/** When the form was sent: a mail that is sent again is a row with the time of the mail. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table sign_up add column asked_at timestamptz`.execute(db)
}
