import type { Queryable } from './documents.ts'

interface Row {
  readonly isDisabled: boolean
  readonly mustVerifyAgain: boolean
}

/** What may keep money from leaving to a user, or from being lent to them. */
export async function readPayoutFacts(db: Queryable, userId: string): Promise<Row> {
  const { rows } = await db.query<Row>({
    name: 'payout facts',
    text: `
      select
        exists (select from document where stream = $1 and data ->> 'isActive' = 'false')
          as "isDisabled",
        exists (select from document where stream = $2 and data -> 'reopened' is not null)
          as "mustVerifyAgain"`,
    values: [`user-${userId}`, `kyc-${userId}`],
  })
  return rows[0] as Row
}
