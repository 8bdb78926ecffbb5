import { sql } from 'kysely'
import type { WaitingOnly } from '#server/queries/query-builder.ts'
import type { Services } from '#server/services.ts'
import { limitsReachedAt, pairOf, SPOT_PAIRS } from '#shared/rules/spot-orders.ts'

/** Limit orders that can be approved at the live prices; none where those are stale. */
export function atTheirLimit({ prices }: Pick<Services, 'prices'>): WaitingOnly {
  const reached = SPOT_PAIRS.flatMap((pair) => {
    const live = prices.current(pairOf(pair).base)
    return (live ? limitsReachedAt(live.price) : []).map(
      ({ side, lowest, highest }) => sql<boolean>`(d.data ->> 'symbol' = ${pair}
        and d.data ->> 'side' = ${side}
        and (d.data ->> 'price')::numeric between ${lowest}::numeric and ${highest}::numeric)`,
    )
  })
  const atOne = reached.length > 0 ? sql.join(reached, sql` or `) : sql`false`
  return sql`(d.data ->> 'orderType' = 'limit' and (${atOne}))`
}
