import { COLLEAGUE_COUNTS_DAYS } from '#shared/rules/deposit-addresses.ts'
import { DAY_MS } from '#shared/time.ts'
import type { Queryable } from './documents.ts'
import { levelled } from './levelled.ts'
import { STAFF_ROLES } from './staff-roles.ts'

export interface StaffMember {
  readonly userId: string
  readonly email: string
}

/**
 * Members of staff who are active, and those who were disabled only days ago: a dishonest one could
 * otherwise disable the colleagues who must approve what they do, and keep them from hearing of it.
 */
export async function listCountedStaff(db: Queryable, nowMs: number): Promise<StaffMember[]> {
  const lists = await levelled(db)
  const { rows } = await lists.query<StaffMember>({
    name: 'members of staff',
    text: `
      select p.user_id as "userId", p.email
      from listed d join person p on p.user_id = substr(d.stream, 6)::uuid
      where d.kind = 'user' and d.data ->> 'role' in (${STAFF_ROLES})
        and ((d.data ->> 'isActive')::boolean or exists (
          select from event e
          where e.stream = d.stream and e.type = 'UserDisabled' and e.data ->> 'disabledAt' > $1))
      order by p.user_no`,
    values: [new Date(nowMs - COLLEAGUE_COUNTS_DAYS * DAY_MS).toISOString()],
  })
  return rows
}

/** Whether there is no member of staff but this one. */
export async function isOnlyStaff(db: Queryable, userId: string, nowMs: number): Promise<boolean> {
  const staff = await listCountedStaff(db, nowMs)
  return staff.every((member) => member.userId === userId)
}
