import { type Kysely, sql } from 'kysely'

export const oldestServer = 'any'

/**
 * Which event types a follower has wanted up to its checkpoint. A key is a type; its value is null
 * if all events of the type up to the checkpoint were handled, otherwise the position up to which
 * they were. null: the follower wants all types, or has not recorded them yet.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table checkpoint add column types jsonb`.execute(db)
}
