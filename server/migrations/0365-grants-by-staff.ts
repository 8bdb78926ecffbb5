import { type Kysely, sql } from 'kysely'

export const oldestServer = 'any'

/** A change of role is an act of staff, also where it was folded before that was decided. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update audit_line set by_staff = true
    where type = (select id from event_type where name = 'RoleGranted') and not by_staff`.execute(
    db,
  )
}
