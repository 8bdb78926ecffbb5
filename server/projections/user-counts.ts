import type { Queryable } from './documents.ts'

export interface UserCounts {
  readonly total: number
  readonly newSignups: number
  readonly active: number
}

/** How many users there are, signed up since an instant, and may act. */
export async function countUsers(db: Queryable, newSince: Date): Promise<UserCounts> {
  const { rows } = await db.query<UserCounts>({
    name: 'user counts',
    text: `
      select count(*)::int as total,
             count(*) filter (where p.created_at >= $1)::int as "newSignups",
             count(*) filter (where d.data ->> 'isActive' = 'true')::int as active
      from person p
      left join document d on d.stream = 'user-' || p.user_id::text`,
    values: [newSince],
  })
  return rows[0] ?? { total: 0, newSignups: 0, active: 0 }
}
