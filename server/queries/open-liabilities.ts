import type { Queryable } from '#server/projections/documents.ts'
import { type LiabilityPart, payoutOf, units } from '#server/projections/open-liabilities.ts'
import type { Units } from '#shared/money.ts'

/** Every part of every asset that was ever touched. */
export async function readOpenLiabilities(
  db: Queryable,
): Promise<{ part: LiabilityPart; symbol: string; amount: Units }[]> {
  const { rows } = await db.query<{ part: LiabilityPart; symbol: string; amount: string }>({
    name: 'open liabilities',
    text: 'select part, symbol, amount from open_liability',
  })
  return rows.map(({ amount, ...row }) => ({ ...row, amount: BigInt(amount) }))
}

/** What is promised to users in addition to what they own, by symbol, in 1e-8 units. */
export interface Promised {
  readonly interest: ReadonlyMap<string, Units>
  readonly payouts: ReadonlyMap<string, Units>
}

/**
 * What is promised as of the last commit that the connection sees; the projection may lag behind
 * it.
 */
export async function readPromised(db: Queryable): Promise<Promised> {
  const { rows } = await db.query<{ kind: string; symbol: string; amount: string }>({
    name: 'promised',
    text: `
      select kind, symbol, sum(amount) as amount from (
        select kind, data #>> '{interest,symbol}' as symbol, ${units('document', 'interest,amount')} as amount
        from document where (waiting or status = 'active') and status = 'active' and kind = 'stake'
        union all
        select kind, data #>> '{stake,symbol}', ${payoutOf('document')}
        from document where (waiting or status = 'active') and status = 'active' and kind = 'futures'
      ) as promise
      group by kind, symbol having sum(amount) > 0`,
  })
  const ofKind = (wanted: string) =>
    new Map(
      rows.flatMap(({ kind, symbol, amount }) =>
        kind === wanted ? [[symbol, BigInt(amount)] as const] : [],
      ),
    )
  return { interest: ofKind('stake'), payouts: ofKind('futures') }
}
