import { type Kysely, sql } from 'kysely'

/** Passwords set by staff: the user must replace them before doing anything else. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table person add column password_chosen_by_staff boolean not null default false`.execute(
    db,
  )
}
