import type { Queryable } from './documents.ts'

/** Whether a review asked a user to verify again, and no verification was approved since. */
export async function mustVerifyAgain(db: Queryable, userId: string): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'must verify again',
    text: `select from document where stream = $1 and (data -> 'reopened') is not null`,
    values: [`kyc-${userId}`],
  })
  return rowCount !== 0
}
