import type { ClientBase, Pool } from 'pg'
import type { Decimal } from '#shared/money.ts'
import { epochMsOf, type Instant, instantOf } from '#shared/time.ts'
import type { QuotedTick } from './tick.ts'

/** The channel on which the writer says that there are new ticks. */
export const TICK_CHANNEL = 'price_tick'

type Queries = Pick<Pool | ClientBase, 'query'>

/** A tick on its way to the disk, with the extremes that it stands for in its candle. */
export interface NewTick {
  readonly id: string
  readonly symbol: string
  readonly source: string
  readonly price: Decimal
  readonly high: Decimal
  readonly low: Decimal
  readonly traded: Decimal
  readonly atMs: number
  readonly observedMs: number
  readonly change24h: Decimal | null
  readonly volume24h: Decimal | null
}

const RECORD = `
  with given as (
    select * from unnest(
      $1::uuid[], $2::text[], $3::text[], $4::numeric[], $5::numeric[], $6::numeric[],
      $7::numeric[], $8::timestamptz[], $9::timestamptz[], $10::numeric[], $11::numeric[]
    ) as g (id, symbol, source, price, high, low, traded, at, source_at, change_24h, volume_24h)
  ), ticks as (
    insert into price_tick (id, symbol, source, price, at, source_at, change_24h, volume_24h)
    select id, symbol, source, price, at, source_at, change_24h, volume_24h from given
  ), candles as (
    insert into price_candle as c (symbol, source, open_time, open, high, low, close, volume)
    select symbol, source, date_trunc('minute', at), price, high, low, price, traded from given
    on conflict (symbol, source, open_time) do update
      set high = greatest(c.high, excluded.high), low = least(c.low, excluded.low),
          close = excluded.close, volume = c.volume + excluded.volume
  )
  select pg_notify('${TICK_CHANNEL}', '')`

/**
 * Writes one tick for each of some symbols, and their candles, in one commit. Only the connection
 * that holds the poller's lock may call it: that lock is what keeps two writers apart.
 */
export async function recordTicks(client: ClientBase, ticks: readonly NewTick[]): Promise<void> {
  const column = <T>(pick: (tick: NewTick) => T) => ticks.map(pick)
  await client.query({
    name: 'record ticks',
    text: RECORD,
    values: [
      column(({ id }) => id),
      column(({ symbol }) => symbol),
      column(({ source }) => source),
      column(({ price }) => price),
      column(({ high }) => high),
      column(({ low }) => low),
      column(({ traded }) => traded),
      column(({ atMs }) => new Date(atMs)),
      column(({ observedMs }) => new Date(observedMs)),
      column(({ change24h }) => change24h),
      column(({ volume24h }) => volume24h),
    ],
  })
}

const COLUMNS = 'id, position, symbol, source, price, at, source_at, change_24h, volume_24h'

interface TickRow {
  readonly id: string
  readonly position: string
  readonly symbol: string
  readonly source: string
  readonly price: string
  readonly at: Date
  readonly source_at: Date
  readonly change_24h: string | null
  readonly volume_24h: string | null
}

/** The newest tick of each symbol that ever had one, in the order in which they were written. */
export function readLatestTicks(db: Queries, symbols: readonly string[]): Promise<QuotedTick[]> {
  return readTicks(
    db,
    `select latest.* from unnest($1::text[]) as asked (name),
       lateral (select ${COLUMNS} from price_tick where symbol = asked.name
                order by at desc, position desc limit 1) as latest
     order by latest.position`,
    [symbols],
  )
}

/** The ticks behind a position, oldest first, at most `limit`. */
export function readTicksAfter(
  db: Queries,
  position: bigint,
  limit: number,
): Promise<QuotedTick[]> {
  return readTicks(
    db,
    `select ${COLUMNS} from price_tick where position > $1 order by position limit $2`,
    [position, limit],
  )
}

export interface TicksAround {
  readonly before: QuotedTick | undefined
  readonly after: QuotedTick | undefined
}

/** The neighbours of an instant, as they stand at one moment: one statement reads both. */
export async function readTicksAround(
  db: Queries,
  { symbol, source, instant }: { symbol: string; source: string; instant: Instant },
): Promise<TicksAround> {
  const ticks = await readTicks(
    db,
    `(select ${COLUMNS} from price_tick where symbol = $1 and source = $2 and at < $3
      order by at desc, position desc limit 1)
     union all
     (select ${COLUMNS} from price_tick where symbol = $1 and source = $2 and at >= $3
      order by at, position limit 1)`,
    [symbol, source, instant],
  )
  const atMs = epochMsOf(instant)
  return {
    before: ticks.find((tick) => epochMsOf(tick.at) < atMs),
    after: ticks.find((tick) => epochMsOf(tick.at) >= atMs),
  }
}

interface TickRange {
  readonly symbol: string
  readonly source: string
  readonly fromMs: number
  readonly toMs: number
  /** Ids that are read whenever they were recorded. */
  readonly and: readonly string[]
  readonly limit: number
}

/** In the order in which they were recorded. */
export function readTicksBetween(db: Queries, range: TickRange): Promise<QuotedTick[]> {
  const { symbol, source, fromMs, toMs, and, limit } = range
  return readTicks(
    db,
    `select ${COLUMNS} from (
       select ${COLUMNS} from price_tick
       where symbol = $1 and source = $2 and at >= $3 and at <= $4
       union
       select ${COLUMNS} from price_tick where id = any ($5::uuid[])
     ) as asked
     order by position limit $6`,
    [symbol, source, new Date(fromMs), new Date(toMs), and, limit],
  )
}

async function readTicks(db: Queries, text: string, values: unknown[]): Promise<QuotedTick[]> {
  const { rows } = await db.query<TickRow>(text, values)
  return rows.map((row) => ({
    id: row.id,
    position: BigInt(row.position),
    symbol: row.symbol,
    source: row.source,
    price: row.price,
    at: instantOf(row.at.getTime()),
    observedMs: row.source_at.getTime(),
    change24h: row.change_24h,
    volume24h: row.volume_24h,
  }))
}
