import type { Queryable } from '#server/projections/documents.ts'
import type { PayoutFacts } from './decide-review.ts'

/** What may keep money from leaving to a user now, for a decider. */
export async function readPayoutFacts(db: Queryable, userId: string): Promise<PayoutFacts> {
  const { rows } = await db.query<PayoutFacts>({
    name: 'payout facts',
    text: `
      select
        exists (select from document where stream = $1 and data ->> 'isActive' = 'false')
          as "isDisabled",
        exists (select from document where stream = $2 and data -> 'reopened' is not null)
          as "mustVerifyAgain"`,
    values: [`user-${userId}`, `kyc-${userId}`],
  })
  return rows[0] as PayoutFacts
}
