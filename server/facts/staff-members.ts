import { auditLines } from '#server/projections/audit-lines.ts'
import type { Queryable } from '#server/projections/documents.ts'
import { levelled } from '#server/projections/levelled.ts'
import { COLLEAGUE_COUNTS_DAYS } from '#shared/rules/deposit-addresses.ts'
import { DAY_MS, instantOf } from '#shared/time.ts'
import { actsAsStaffSql, STAFF_ROLES } from './staff-roles.ts'

export interface StaffMember {
  readonly userId: string
  readonly email: string
}

/**
 * The parameter of {@link countedStaff}: people who stopped being staff before this time do not
 * count.
 */
export function countedSince(nowMs: number): string {
  return instantOf(nowMs - COLLEAGUE_COUNTS_DAYS * DAY_MS)
}

// Audit lines have an index by type; they lag behind, so the newest events are read themselves.
const grantsSince = (since: string) => `
  select e.stream, e.data from event e
  where e.position = any (array(
      select position from audit_line
      where by_staff and type = (select id from event_type where name = 'RoleGranted')))
    and e.metadata ->> 'at' > ${since}
  union all
  select e.stream, e.data from event e
  where e.position > (select position from checkpoint where name = '${auditLines.name}')
    and e.type = 'RoleGranted' and e.metadata ->> 'at' > ${since}`

/**
 * In SQL: the streams of members of staff, and of those who were disabled or lost their role only
 * days ago. Otherwise a dishonest member could remove the colleagues who must approve their actions
 * and be notified of them. A role of customers is only granted to a member of staff.
 *
 * Shape   stream, whether they are active members of staff now
 */
export const countedStaff = (since: string): string => `
  select d.stream, ${actsAsStaffSql('d')} as is_current
  from document d
  where d.stream = any (array(
      select stream from listed where kind = 'user' and data ->> 'role' in (${STAFF_ROLES})
      union all
      select stream from (${grantsSince(since)}) as granted
      where granted.data ->> 'role' not in (${STAFF_ROLES})))
    and ((d.data ->> 'isActive')::boolean or exists (
      select from event e
      where e.stream = d.stream and e.type = 'UserDisabled' and e.data ->> 'disabledAt' > ${since}))`

/** Members of staff, and those who stopped being one only days ago. */
export async function listCountedStaff(db: Queryable, nowMs: number): Promise<StaffMember[]> {
  const lists = await levelled(db)
  const { rows } = await lists.query<StaffMember>({
    name: 'members of staff',
    text: `
      select p.user_id as "userId", p.email
      from (${countedStaff('$1')}) as counted
      join person p on p.user_id = substr(counted.stream, 6)::uuid
      order by p.user_no`,
    values: [countedSince(nowMs)],
  })
  return rows
}

/** Whether this is the only member of staff. */
export async function isOnlyStaff(db: Queryable, userId: string, nowMs: number): Promise<boolean> {
  const staff = await listCountedStaff(db, nowMs)
  return staff.every((member) => member.userId === userId)
}

/** Whether a user counts as staff. */
export async function countsAsStaff(
  db: Queryable,
  userId: string,
  nowMs: number,
): Promise<boolean> {
  const staff = await listCountedStaff(db, nowMs)
  return staff.some((member) => member.userId === userId)
}
