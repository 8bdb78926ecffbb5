import { mustVerifyAgainSql } from '#server/facts/verification-sql.ts'
import type { Queryable } from '#server/projections/documents.ts'
import type { PayoutFacts } from './decide-review.ts'

/**
 * What may prevent payouts to a user now, for a decider. A rejection that asks the user to verify
 * again counts from its own event on, because a job reopens the verification only later.
 */
export async function readPayoutFacts(db: Queryable, userId: string): Promise<PayoutFacts> {
  const { rows } = await db.query<PayoutFacts>({
    name: 'payout facts',
    text: `
      select
        exists (select from document where stream = $1 and data ->> 'isActive' = 'false')
          as "isDisabled",
        exists (select from document where stream = $2 and ${mustVerifyAgainSql('document')})
        or exists (
          select from document d
          where d.owner = (select owner from document where stream = $1)
            and d.kind in ('deposit', 'withdrawal') and d.status = 'rejected'
            and d.data ->> 'reopensVerification' = 'true'
            and d.data ->> 'reviewedAt' >= coalesce(
              (select max(e.data ->> 'reviewedAt') from event e
               where e.stream = $2 and e.type = 'KycApproved'), ''))
          as "mustVerifyAgain"`,
    values: [`user-${userId}`, `kyc-${userId}`],
  })
  return rows[0] as PayoutFacts
}
