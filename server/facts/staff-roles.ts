import type { Queryable } from '#server/projections/documents.ts'
import { levelled } from '#server/projections/levelled.ts'
import { isStaff, ROLES } from '#shared/rules/permissions.ts'
import type { Instant } from '#shared/time.ts'

/** The roles of staff as an SQL list: "'admin'". */
export const STAFF_ROLES = ROLES.filter(isStaff)
  .map((role) => `'${role}'`)
  .join(', ')

/** SQL condition on a row with the state of a user: they may act as staff now. */
export function actsAsStaffSql(user: string): string {
  return `(${user}.data ->> 'role' in (${STAFF_ROLES}) and (${user}.data ->> 'isActive')::boolean)`
}

/**
 * SQL condition: the user with this id (an SQL expression) may act as staff now. For a list,
 * PostgreSQL would answer an `exists` by reading every document once; this is looked up by key.
 */
export function isActiveStaffSql(userId: string): string {
  return `coalesce((
    select ${actsAsStaffSql('s')} from document s where s.stream = 'user-' || ${userId}), false)`
}

/**
 * SQL condition: the user with this id has stopped being active staff at some point since a time at
 * which they were; both are SQL expressions, the time as text. Enabling them also shows this, should
 * clocks of servers differ: they had been disabled. Like {@link isActiveStaffSql}, it is looked up by
 * key for each row.
 */
export function hasLeftSinceSql(userId: string, since: string): string {
  return `(not ${isActiveStaffSql(userId)} or coalesce((
    select true from event e
    where e.stream = 'user-' || ${userId} and e.metadata ->> 'at' >= ${since}
      and (e.type in ('UserDisabled', 'UserEnabled')
        or e.type = 'RoleGranted' and e.data ->> 'role' not in (${STAFF_ROLES}))
    limit 1), false))`
}

/** Whether a user has stopped being active staff at some point since a time at which they were. */
export async function hasLeftSince(
  db: Queryable,
  userId: string,
  since: Instant,
): Promise<boolean> {
  const { rows } = await db.query<{ hasLeft: boolean }>({
    name: 'has left since',
    text: `select ${hasLeftSinceSql('$1::text', '$2::text')} as "hasLeft"`,
    values: [userId, since],
  })
  return rows[0]?.hasLeft ?? true
}

/** Whether a user may act as staff now. */
export async function isActiveStaff(db: Queryable, userId: string): Promise<boolean> {
  return (await activeStaffOf(db, [userId])).has(userId)
}

/**
 * Which of these users may act as staff now. Decisions depend on it, so it is not read from a list.
 */
export async function activeStaffOf(
  db: Queryable,
  userIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (userIds.length === 0) return new Set()
  const { rows } = await db.query<{ id: string }>({
    name: 'active staff of',
    text: `select substr(stream, 6) as id from document
           where stream = any ($1) and ${actsAsStaffSql('document')}`,
    values: [userIds.map((id) => `user-${id}`)],
  })
  return new Set(rows.map(({ id }) => id))
}

/**
 * The reviewer, the first approver and the owner of a request; any further member is another
 * person.
 */
const STAFF_MAX = 4

/** The ids of some active members of staff; all if there are few. */
export async function listStaff(db: Queryable): Promise<string[]> {
  const lists = await levelled(db)
  const { rows } = await lists.query<{ id: string }>({
    name: 'staff',
    text: `select substr(stream, 6) as id from listed
           where kind = 'user' and ${actsAsStaffSql('listed')}
           order by created_at limit ${STAFF_MAX}`,
  })
  return rows.map(({ id }) => id)
}
