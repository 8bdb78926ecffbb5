import type { Queryable } from './documents.ts'

/** The number under which a user's money and lists stand; undefined for an id that nobody has. */
export async function findUserNo(db: Queryable, userId: string): Promise<bigint | undefined> {
  const { rows } = await db.query<{ user_no: string }>({
    name: 'user number',
    text: 'select user_no from person where user_id = $1',
    values: [userId],
  })
  return rows[0] && BigInt(rows[0].user_no)
}
