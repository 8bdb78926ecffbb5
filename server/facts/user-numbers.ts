import type { Queryable } from '#server/projections/documents.ts'

/** The number that a user's balances and documents carry; undefined for an unknown id. */
export async function findUserNo(db: Queryable, userId: string): Promise<bigint | undefined> {
  const { rows } = await db.query<{ user_no: string }>({
    name: 'user number',
    text: 'select user_no from person where user_id = $1',
    values: [userId],
  })
  return rows[0] && BigInt(rows[0].user_no)
}

/** As `findUserNo`, without a query if users ask for their own data. */
export async function ownerOf(
  db: Queryable,
  userId: string,
  caller: { readonly userId: string; readonly userNo: bigint },
): Promise<bigint | undefined> {
  return userId === caller.userId ? caller.userNo : findUserNo(db, userId)
}
