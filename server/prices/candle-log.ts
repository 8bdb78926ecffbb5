import type { ClientBase, Pool } from 'pg'
import type { Candle } from '#shared/contract/prices.ts'
import { type Decimal, formatUnits, parseUnits } from '#shared/money.ts'
import {
  CANDLE_INTERVAL_MS,
  CANDLES_PER_RESPONSE_MAX,
  type CandleInterval,
} from '#shared/rules/prices.ts'
import { instantOf, MINUTE_MS } from '#shared/time.ts'
import { LONGER_MINUTES } from './candle-retention.ts'

type Queries = Pick<Pool | ClientBase, 'query'>

interface Asked {
  readonly symbol: string
  readonly source: string
  readonly interval: CandleInterval
  readonly fromMs: number
}

const COLUMNS = 'open_time, open, high, low, close, volume'

const MINUTES = `
  select ${COLUMNS} from price_candle
  where symbol = $1 and source = $2 and open_time >= $3
  order by open_time desc limit $4`

// The last longer candle may not have all of its minutes yet, and is folded again.
const LONGER = `
  with whole as (
    select ${COLUMNS} from price_candle_longer
    where symbol = $1 and source = $2 and open_time >= $3 and minutes = $5
    order by open_time desc limit $4
  ), open_ones as (
    select date_bin($5 * interval '1 minute', open_time, 'epoch') as opened,
           (array_agg(open order by open_time))[1] as open, max(high) as high, min(low) as low,
           (array_agg(close order by open_time desc))[1] as close, sum(volume) as volume
    from price_candle
    where symbol = $1 and source = $2
      and open_time >= coalesce((select max(open_time) from whole), $3)
    group by opened
  )
  select opened as open_time, open, high, low, close, volume from open_ones
  union all
  select ${COLUMNS} from whole where open_time not in (select opened from open_ones)
  order by open_time desc limit $4`

/** The recorded candles since a time, oldest first; the newest ones, if there are too many. */
export async function readRecorded(
  db: Queries,
  { symbol, source, interval, fromMs }: Asked,
): Promise<Candle[]> {
  const common = [symbol, source, new Date(fromMs), CANDLES_PER_RESPONSE_MAX]
  const minutes = CANDLE_INTERVAL_MS[interval] / MINUTE_MS
  const { rows } = await db.query<{ open_time: Date } & Record<keyof Candle, string>>(
    interval === '1m'
      ? { name: 'minute candles', text: MINUTES, values: common }
      : { name: 'longer candles', text: LONGER, values: [...common, minutes] },
  )
  return rows.reverse().map((row) => ({
    openTime: instantOf(row.open_time.getTime()),
    open: row.open,
    high: row.high,
    low: row.low,
    close: row.close,
    volume: formatUnits(parseUnits(row.volume)),
  }))
}

/** The recorded price of a symbol at a point in time; undefined if none is near enough. */
export type CloseAt = (symbol: string, epochMs: number) => Decimal | undefined

// Minutes are kept for days only. The moments are whole steps of the clock, so a longer candle that
// ends at or before one of them has no later price.
const CLOSES = `
  select asked.symbol, asked.moment, found.close
  from (
    select symbol, moment, to_timestamp(moment / 1000) as until,
           to_timestamp((moment - $4) / 1000) as since
    from unnest($1::text[]) as symbols (symbol) cross join unnest($3::float8[]) as moments (moment)
  ) as asked
  cross join lateral (
    select coalesce((
      select close from price_candle as c
      where c.symbol = asked.symbol and c.source = $2 and open_time < until and open_time >= since
      order by open_time desc limit 1
    ), (
      select last.close
      from unnest($5::int[]) as lengths (minutes)
      cross join lateral (
        select close, open_time + lengths.minutes * interval '1 minute' as ended
        from price_candle_longer as c
        where c.symbol = asked.symbol and c.source = $2 and c.minutes = lengths.minutes
          and open_time <= until - lengths.minutes * interval '1 minute' and open_time >= since
        order by open_time desc limit 1
      ) as last
      order by last.ended desc limit 1
    )) as close
  ) as found
  where found.close is not null`

/** The last price recorded before each moment, at most `withinMs` older. */
export async function readCloses(
  db: Queries,
  asked: {
    source: string
    symbols: readonly string[]
    moments: readonly number[]
    withinMs: number
  },
): Promise<CloseAt> {
  const { rows } = await db.query<{ symbol: string; moment: number; close: string }>({
    name: 'recorded closes',
    text: CLOSES,
    values: [asked.symbols, asked.source, asked.moments, asked.withinMs, LONGER_MINUTES],
  })
  const closes = new Map(
    rows.map(({ symbol, moment, close }) => [
      `${symbol} ${moment}`,
      formatUnits(parseUnits(close)),
    ]),
  )
  return (symbol, epochMs) => closes.get(`${symbol} ${epochMs}`)
}
