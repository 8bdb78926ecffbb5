import { type Kysely, sql } from 'kysely'

/**
 * Audit lines store the type of an event as a number, and the request as its id. As texts, they
 * were in every line and in four of its five indexes. The longest columns come first, to avoid
 * alignment padding.
 *
 * Copying the lines takes seconds per million. No append touches them; the follower that writes
 * them and the audit pages wait.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table event_type (
      id   smallint generated always as identity primary key,
      name text collate "C" not null unique
    )`.execute(db)
  await sql`lock table audit_line in exclusive mode`.execute(db)
  await sql`
    insert into event_type (name) select distinct type from audit_line order by type`.execute(db)
  await sql`
    create table short_audit_line (
      position bigint not null,
      subject  bigint,
      actor    uuid,
      request  uuid,
      type     smallint not null,
      by_staff boolean not null
    )`.execute(db)
  await sql`
    insert into short_audit_line (position, subject, actor, request, type, by_staff)
    select position, subject, actor, ${sql.raw(REQUEST_ID)}, event_type.id, actor_kind = 'admin'
    from audit_line join event_type on event_type.name = audit_line.type`.execute(db)
  await sql`drop table audit_line`.execute(db)
  await sql`alter table short_audit_line rename to audit_line`.execute(db)
  await sql`
    alter table audit_line
      add constraint audit_line_pkey primary key (type, position)`.execute(db)
  for (const index of INDEXES) await sql.raw(`create index ${index}`).execute(db)
}

// The system's own commands have names that cannot be searched for.
const REQUEST_ID = `
  case when request ~ '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$' then request::uuid end`

const INDEXES = [
  'audit_by_staff on audit_line (type, position) where by_staff',
  'audit_by_actor on audit_line (actor, type, position) where actor is not null',
  'audit_by_subject on audit_line (subject, position) where subject is not null',
  'audit_by_request on audit_line (request) where request is not null',
]
