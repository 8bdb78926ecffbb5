import { type Expression, sql } from 'kysely'
import type { PositionRange } from '#server/events/follower.ts'
import type { Metadata } from '#server/events/log.ts'
import { STAFF_ROLES } from '#server/facts/staff-roles.ts'
import { auditLines } from '#server/projections/audit-lines.ts'
import type { Queryable } from '#server/projections/documents.ts'
import { composed, rowsOf } from './query-builder.ts'

export interface AuditFilter {
  readonly within: PositionRange
  /** Only acts of staff. */
  readonly byStaff: boolean
  readonly actor?: string | undefined
  /** The number of the user whose stream it is. */
  readonly subject?: bigint | undefined
  /** Only events of these types. */
  readonly types?: readonly string[] | undefined
}

/** An event as shown on a page. */
export interface AuditedRow {
  readonly position: string
  readonly stream: string
  readonly type: string
  readonly schema_version: number
  readonly data: unknown
  readonly metadata: Metadata
  readonly recorded_at: Date
  readonly subject: string | null
}

/** The acts that match a filter, newest first. */
export async function readAuditLines(
  db: Queryable,
  filter: AuditFilter,
  { allTypes, limit }: { allTypes: readonly string[]; limit: number },
): Promise<AuditedRow[]> {
  const { within, byStaff, actor, subject, types } = filter
  let lines = composed
    .selectFrom('audit_line')
    .select(['position', 'subject'])
    .where(sql<boolean>`position > ${within.after} and position <= ${within.upTo}`)
    .orderBy('position', 'desc')
    .limit(limit)
  if (byStaff) lines = lines.where('by_staff', '=', sql.lit(true))
  if (actor !== undefined) lines = lines.where('actor', '=', actor)
  // A user's own lines are few. Otherwise the newest of each type are merged, each read from the
  // end of its part of an index.
  let newest: Expression<unknown> = lines
  if (subject === undefined) {
    newest = sql`
      select newest.position, newest.subject
      from event_type as asked
      cross join lateral ${lines.where(sql<boolean>`audit_line.type = asked.id`)} as newest
      where asked.name = any (${types ?? allTypes}::text[])
      order by newest.position desc limit ${limit}`
  } else {
    const own = lines.where(sql<boolean>`subject = ${subject}`)
    newest = types
      ? own.where(
          sql<boolean>`type in (select id from event_type where name = any (${types}::text[]))`,
        )
      : own
  }
  const page = sql<AuditedRow>`
    with page as materialized (${newest})
    select e.position, e.stream, e.type, e.schema_version, e.data, e.metadata, e.recorded_at,
           page.subject
    from page join event as e on e.position = page.position
    order by e.position desc`
  return rowsOf(db, page.compile(composed))
}

/** How far the lines are folded: later events are not on any page yet. */
export async function auditedUpTo(db: Queryable): Promise<bigint> {
  const { rows } = await db.query<{ position: string }>({
    name: 'audited up to',
    text: `select position from checkpoint where name = '${auditLines.name}'`,
  })
  return BigInt(rows[0]?.position ?? 0)
}

/** Current and former members of staff who have acted as such, by id. */
export async function readActingStaff(db: Queryable): Promise<string[]> {
  const { rows } = await db.query<{ actor: string }>({
    name: 'acting staff',
    // An array of positions: for a join, PostgreSQL would assume an average type and scan the whole
    // log.
    text: `
      select distinct substr(e.stream, 6) as actor
      from event as e
      where e.position = any (array(
          select position from audit_line
          where type = (select id from event_type where name = 'RoleGranted')))
        and e.data ->> 'role' in (${STAFF_ROLES})
        and exists (
          select from audit_line as act
          where act.actor = substr(e.stream, 6)::uuid and act.by_staff
        )`,
  })
  return rows.map(({ actor }) => actor)
}
