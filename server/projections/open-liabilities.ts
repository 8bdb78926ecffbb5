import { SIDES_OF_RANGE } from '#server/events/transfer-sides.ts'
import { sqlChart } from '#server/ledger/chart.ts'
import { ASSETS } from '#shared/assets.ts'
import type { Projection } from './projection.ts'

/** Names are stored in the table: never rename one. */
export type LiabilityPart = 'available' | 'frozen' | 'interest' | 'payout' | 'loan'

/** SQL for an amount in an event or a state, in 1e-8 units. */
export const units = (row: string, path: string) =>
  `trunc((${row}.data #>> '{${path}}')::numeric * 100000000)`

/**
 * SQL for the maximum win of a futures trade in addition to its stake, from its first event or
 * state.
 */
export const payoutOf = (row: string) => `div(${units(row, 'stake,amount')}
                    * (${row}.data ->> 'profitRatio')::numeric, 100)`
const PAYOUT = payoutOf('opened')

const WITHIN = (event: string) => `${event}.position > $1 and ${event}.position <= $2`

// The maximum win of a trade is in its first event, which may be outside the range that contains
// its last one.
const CHANGES = `
  select case when ${sqlChart.isFrozen('account')} then 'frozen' else 'available' end as part,
         asset.symbol, side.amount
  from (${SIDES_OF_RANGE}) as side
  join unnest($3::text[], $4::int[]) as asset (symbol, number)
    on number = ${sqlChart.assetNoOf('account')}
  where account > 0
  union all
  select 'interest', stake.data #>> '{interest,symbol}',
         case stake.type when 'StakeOpened' then 1 else -1 end * ${units('stake', 'interest,amount')}
  from event as stake
  where ${WITHIN('stake')} and stake.type in ('StakeOpened', 'StakeMatured')
  union all
  select 'payout', opened.data #>> '{stake,symbol}', ${PAYOUT}
  from event as opened
  where ${WITHIN('opened')} and opened.type in ('FuturesOpened', 'FuturesRequested')
  union all
  select 'payout', opened.data #>> '{stake,symbol}', -${PAYOUT}
  from event as closed
  cross join lateral (
    select data from event where stream = closed.stream and version = 1 offset 0
  ) as opened
  where ${WITHIN('closed')} and closed.type in ('FuturesSettled', 'FuturesVoided')
  union all
  select 'loan', loan.data #>> '{principal,symbol}',
         case loan.type when 'LoanApproved' then 1 else -1 end * ${units('loan', 'principal,amount')}
  from event as loan
  where ${WITHIN('loan')} and loan.type in ('LoanApproved', 'LoanRepaid')`

/**
 * What the platform owes and has promised to its users, and what they owe the platform.
 *
 * Shape   (part, symbol) → amount. available, frozen: what users own. interest: promised to open
 *         stakes. payout: the maximum win of open futures trades in addition to their stakes. loan:
 *         principal not yet repaid, which is owed to the platform
 * Units   1e-8 of the symbol
 */
export const openLiabilities: Projection = {
  name: 'open-liabilities',
  table: 'open_liability',
  async advance(transaction, table, { after, upTo }) {
    await transaction.query(
      `insert into ${table} as known (part, symbol, amount)
       select part, symbol, sum(amount) from (${CHANGES}) as change
       group by part, symbol
       on conflict (part, symbol) do update set amount = known.amount + excluded.amount`,
      [after, upTo, ASSETS.map(({ symbol }) => symbol), ASSETS.map(({ number }) => number)],
    )
  },
}
