import type { ClientBase, Pool } from 'pg'
import { CANDLE_INTERVAL_MS, type CandleInterval } from '#shared/rules/prices.ts'
import { DAY_MS, MINUTE_MS } from '#shared/time.ts'

type Database = Pick<Pool | ClientBase, 'query'>

/**
 * How long candles are kept: at least as long as a chart can show, and as the value of a portfolio
 * over time uses them. Those of a day are kept permanently.
 */
const KEPT_MS = {
  '1m': 7 * DAY_MS,
  '5m': 7 * DAY_MS,
  '15m': 7 * DAY_MS,
  '1h': 60 * DAY_MS,
} as const

const DAY_MINUTES = DAY_MS / MINUTE_MS

/** The lengths, in minutes, of the candles that are folded from those of a minute. */
export const LONGER_MINUTES: readonly number[] = Object.values(CANDLE_INTERVAL_MS)
  .map((lengthMs) => lengthMs / MINUTE_MS)
  .filter((minutes) => minutes > 1)

const ROWS_AT_ONCE = 20_000

// Skips from one pair to the next in the index, instead of reading all of its minutes.
const PAIRS = `
  pair as (
    (select symbol, source from price_candle order by symbol, source limit 1)
    union all
    select next.symbol, next.source from pair, lateral (
      select symbol, source from price_candle as c
      where (c.symbol, c.source) > (pair.symbol, pair.source)
      order by symbol, source limit 1
    ) as next
  )`

/** Of one symbol and source: when its last candle of a length opened. */
const lastOpened = (minutes: string) => `
  (select max(open_time) from price_candle_longer as longer
   where longer.symbol = pair.symbol and longer.source = pair.source and longer.minutes = ${minutes})`

// The last candle of each length is folded again, because it may not have had all of its minutes.
// Its time is looked up first, so that it bounds what is read from the index.
const FOLD = `
  with recursive ${PAIRS}, unfolded as materialized (
    select symbol, source, minutes,
           coalesce(${lastOpened('lengths.minutes')}, '-infinity'::timestamptz) as since
    from pair cross join unnest($1::int[]) as lengths (minutes)
  )
  insert into price_candle_longer (symbol, source, minutes, open_time, open, high, low, close, volume)
  select unfolded.symbol, unfolded.source, minutes,
         date_bin(minutes * interval '1 minute', c.open_time, 'epoch') as opened,
         (array_agg(c.open order by c.open_time))[1], max(c.high), min(c.low),
         (array_agg(c.close order by c.open_time desc))[1], sum(c.volume)
  from unfolded join price_candle as c
    on c.symbol = unfolded.symbol and c.source = unfolded.source and c.open_time >= since
  group by unfolded.symbol, unfolded.source, minutes, opened
  on conflict (symbol, source, minutes, open_time) do update
    set open = excluded.open, high = excluded.high, low = excluded.low, close = excluded.close,
        volume = excluded.volume`

/**
 * Folds the minutes that were recorded since the last run into longer candles. One process at a
 * time does so. Until then, readers fold these minutes themselves.
 */
export async function foldCandles(db: Database): Promise<void> {
  await db.query(FOLD, [LONGER_MINUTES])
}

// The minutes of the last candle of a day are kept: it is folded from them again.
const DELETE_MINUTES = `
  with recursive ${PAIRS}, folded as materialized (
    select symbol, source, least($1::timestamptz, ${lastOpened(String(DAY_MINUTES))}) as before
    from pair
  ), old as materialized (
    select c.symbol, c.source, c.open_time
    from folded join price_candle as c
      on c.symbol = folded.symbol and c.source = folded.source and c.open_time < before
    limit $2
  )
  delete from price_candle as c using old
  where c.symbol = old.symbol and c.source = old.source and c.open_time = old.open_time`

/** Deletes candles that no one can ask for any more, in batches so that no query takes long. */
export async function deleteOldCandles(db: Database, nowMs: number): Promise<void> {
  await foldCandles(db)
  for (const [interval, keptMs] of Object.entries(KEPT_MS)) {
    const minutes = CANDLE_INTERVAL_MS[interval as CandleInterval] / MINUTE_MS
    const before = new Date(nowMs - keptMs)
    if (minutes === 1) await deleteMinutes(db, before)
    else {
      await db.query('delete from price_candle_longer where minutes = $1 and open_time < $2', [
        minutes,
        before,
      ])
    }
  }
}

async function deleteMinutes(db: Database, before: Date): Promise<void> {
  while (true) {
    const { rowCount } = await db.query(DELETE_MINUTES, [before, ROWS_AT_ONCE])
    if ((rowCount ?? 0) < ROWS_AT_ONCE) return
  }
}
