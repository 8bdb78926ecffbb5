import { type Kysely, sql } from 'kysely'

/** Passwords that staff chose: their user must replace them before anything else. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table person add column password_chosen_by_staff boolean not null default false`.execute(
    db,
  )
}
