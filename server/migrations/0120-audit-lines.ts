import { type Kysely, sql } from 'kysely'

/**
 * Who acted on whom, one short line per event, folded asynchronously from the log: an index on the
 * log itself would slow down every append.
 *
 * Each index ends with the position, so that a page is read in its order. For searches
 * without a user the type comes before it: a page merges the newest of each type. There is no index
 * on the position alone: for a rare type the planner would use it and scan the whole table.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table audit_line (
      position   bigint not null,
      type       text collate "C" not null,
      actor_kind text collate "C" not null,
      actor      uuid,
      subject    bigint,
      primary key (type, position)
    )`.execute(db)
  await sql`
    create index audit_by_staff on audit_line (type, position)
      where actor_kind = 'admin'`.execute(db)
  await sql`
    create index audit_by_actor on audit_line (actor, type, position)
      where actor is not null`.execute(db)
  await sql`
    create index audit_by_subject on audit_line (subject, position)
      where subject is not null`.execute(db)
}
