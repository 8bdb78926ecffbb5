import { sql } from 'kysely'
import type { WaitingOnly } from '#server/queries/query-builder.ts'
import type { Services } from '#server/services.ts'
import { PRICE_MOVE_PERCENT_UNRECORDED, pairOf, SPOT_PAIRS } from '#shared/rules/spot-orders.ts'

/** Limit orders that can be approved at the live prices; none for pairs whose price is stale. */
export function atTheirLimit({ prices }: Pick<Services, 'prices'>): WaitingOnly {
  const reached = SPOT_PAIRS.flatMap((pair) => {
    const live = prices.current(pairOf(pair).base)
    return live
      ? [sql<boolean>`(d.data ->> 'symbol' = ${pair} and ${isReachedAt(live.price)})`]
      : []
  })
  const atOne = reached.length > 0 ? sql.join(reached, sql` or `) : sql`false`
  return sql`(d.data ->> 'orderType' = 'limit' and (${atOne}))`
}

/** The SQL equivalent of `reached` in `limitStanding`. */
function isReachedAt(live: string) {
  const limit = sql`(d.data ->> 'price')::numeric`
  const beyond = sql`(case d.data ->> 'side' when 'buy' then 1 else -1 end
                      * (${limit} - ${live}::numeric))`
  const percent = sql`coalesce((d.data ->> 'movePercentMax')::numeric,
                               ${PRICE_MOVE_PERCENT_UNRECORDED}::numeric)`
  return sql`(${beyond} >= 0 and ${beyond} * 100 <= ${limit} * ${percent})`
}
