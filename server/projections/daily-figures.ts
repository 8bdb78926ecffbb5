import type { Projection } from './projection.ts'

/** Names are stored in the table: never rename one. */
export type Figure = 'sign-up' | 'deposit' | 'spot' | 'futures' | 'conversion'

// The day is that of the decision by the server's clock, which the hash covers.
const FIGURES = `
  select ((metadata ->> 'at')::timestamptz at time zone 'UTC')::date as day,
         case type
           when 'UserSignedUp' then 'sign-up'
           when 'DepositApproved' then 'deposit'
           when 'SpotOrderExecuted' then 'spot'
           when 'FuturesOpened' then 'futures'
           when 'FuturesEntered' then 'futures'
           when 'ConversionExecuted' then 'conversion'
         end as figure,
         case type
           when 'UserSignedUp' then ''
           when 'DepositApproved' then data ->> 'symbol'
           else 'USDT'
         end as symbol,
         case type
           when 'UserSignedUp' then 0
           when 'DepositApproved' then (data ->> 'amount')::numeric
           when 'SpotOrderExecuted' then case data #>> '{spent,symbol}'
             when 'USDT' then (data #>> '{spent,amount}')::numeric
             else (data #>> '{received,amount}')::numeric
           end
           when 'FuturesOpened' then (data #>> '{stake,amount}')::numeric
           when 'FuturesEntered' then (data #>> '{stake,amount}')::numeric
           when 'ConversionExecuted' then
             (data #>> '{given,amount}')::numeric * (data #>> '{fromTick,price}')::numeric
         end as amount
  from event
  where position > $1 and position <= $2
    and type in ('UserSignedUp', 'DepositApproved', 'SpotOrderExecuted', 'FuturesOpened', 'FuturesEntered',
                 'ConversionExecuted')`

/**
 * What happened on each day: the count and the amount. An event that commits late is counted on the
 * day on which it was decided.
 *
 * Shape   (day of UTC, figure, symbol) → count, amount
 * Units   1e-8 of the symbol: the asset of a deposit, USDT for each volume, each conversion rounded
 *         down
 */
export const dailyFigures: Projection = {
  name: 'daily-figures',
  table: 'daily_figure',
  async advance(transaction, table, { after, upTo }) {
    await transaction.query(
      `insert into ${table} as known (day, figure, symbol, count, amount)
       select day, figure, symbol, count(*), sum(trunc(amount * 100000000))
       from (${FIGURES}) as happened
       group by day, figure, symbol
       on conflict (day, figure, symbol) do update
       set count = known.count + excluded.count, amount = known.amount + excluded.amount`,
      [after, upTo],
    )
  },
}
