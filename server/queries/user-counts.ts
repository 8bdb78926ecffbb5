import type { Queryable } from '#server/projections/documents.ts'
import { levelled } from '#server/projections/levelled.ts'

export interface UserCounts {
  readonly total: number
  readonly newSignups: number
  readonly active: number
}

/** The number of users in total, signed up since an instant, and active. */
export async function countUsers(db: Queryable, newSince: Date): Promise<UserCounts> {
  const lists = await levelled(db)
  const { rows } = await lists.query<UserCounts>({
    name: 'user counts',
    text: `
      select total, new_sign_ups as "newSignups", total - disabled as active
      from (select count(*)::int as total from person) as people,
           (select count(*)::int as new_sign_ups from person where created_at >= $1) as recent,
           (select count(*)::int as disabled from listed
            where kind = 'user' and status = 'disabled') as stopped`,
    values: [newSince],
  })
  return rows[0] ?? { total: 0, newSignups: 0, active: 0 }
}
