import { type Kysely, sql } from 'kysely'

export const oldestServer = 'any'

/**
 * Marks a change of role as an act of staff, also in lines that were folded before this was
 * decided.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update audit_line set by_staff = true
    where type = (select id from event_type where name = 'RoleGranted') and not by_staff`.execute(
    db,
  )
}
