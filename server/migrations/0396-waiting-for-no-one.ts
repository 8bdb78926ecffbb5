import { type Kysely, sql } from 'kysely'

export const oldestServer = 'any'
export const canWait = true

/** Takes from the lists the requests that erased people had again after a restore. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    delete from listed l
    where l.waiting
      and exists (select from closed_account c where c.user_no = l.owner)`.execute(db)
}
