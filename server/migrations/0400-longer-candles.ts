import { type Kysely, sql } from 'kysely'

export const oldestServer = 'any'

/** Candles of more than a minute, folded from those of a minute, which need not be kept for long. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table price_candle_longer (
      symbol    text collate "C" not null,
      source    text collate "C" not null,
      minutes   integer not null,
      open_time timestamptz not null,
      open      numeric not null,
      high      numeric not null,
      low       numeric not null,
      close     numeric not null,
      volume    numeric not null,
      primary key (symbol, source, minutes, open_time)
    )`.execute(db)
  await sql`
    insert into price_candle_longer
      (symbol, source, minutes, open_time, open, high, low, close, volume)
    select symbol, source, minutes,
           date_bin(minutes * interval '1 minute', open_time, 'epoch') as opened,
           (array_agg(open order by open_time))[1], max(high), min(low),
           (array_agg(close order by open_time desc))[1], sum(volume)
    from price_candle, unnest(array[5, 15, 60, 1440]) as lengths (minutes)
    group by symbol, source, minutes, opened`.execute(db)
}
