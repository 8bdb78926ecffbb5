import { type Kysely, sql } from 'kysely'

export const oldestServer = 'any'
export const canWait = true

/** Removes from the lists the requests of erased people that a restore brought back. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    delete from listed l
    where l.waiting
      and exists (select from closed_account c where c.user_no = l.owner)`.execute(db)
}
