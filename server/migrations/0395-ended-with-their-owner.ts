import { type Kysely, sql } from 'kysely'

export const oldestServer = 'any'
export const canWait = true

/**
 * Removes from lists the streams that ended when their owner was erased; they could wait there
 * forever.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    delete from listed l
    where l.kind in ('conversation', 'second-factor-reset')
      and not exists (select from person p where p.user_no = l.owner)`.execute(db)
}
