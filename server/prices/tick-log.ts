import type { ClientBase, Pool } from 'pg'
import type { Decimal } from '#shared/money.ts'
import { epochMsOf, type Instant, instantOf } from '#shared/time.ts'

/** A recorded price. An event stores the one that decided it. */
export interface Tick {
  readonly id: string
  readonly symbol: string
  readonly source: string
  readonly price: Decimal
  /** When this platform recorded it; the ticks of a symbol are in this order. */
  readonly at: Instant
}

/** A tick with the other values that the market list shows. */
export interface QuotedTick extends Tick {
  /** Increases from tick to tick, across all symbols. */
  readonly position: bigint
  /** When the source observed it; the age of a price is counted from here. */
  readonly observedMs: number
  readonly change24h: Decimal | null
  readonly volume24h: Decimal | null
}

/** The channel on which the writer announces new ticks. */
export const TICK_CHANNEL = 'price_tick'

type Queries = Pick<Pool | ClientBase, 'query'>

/** A tick to be written, with the extremes for its candle. */
export interface NewTick extends Omit<QuotedTick, 'position' | 'at'> {
  readonly high: Decimal
  readonly low: Decimal
  readonly traded: Decimal
  readonly atMs: number
}

const RECORD = `
  with given as (
    select * from jsonb_to_recordset($1) as g (
      id uuid, symbol text, source text, price numeric, high numeric, low numeric, traded numeric,
      at timestamptz, "observedAt" timestamptz, change24h numeric, volume24h numeric)
  ), ticks as (
    insert into price_tick (id, symbol, source, price, at, source_at, change_24h, volume_24h)
    select id, symbol, source, price, at, "observedAt", change24h, volume24h from given
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
 * that holds the poller's lock may call it: the lock ensures that there is only one writer.
 */
export async function recordTicks(client: ClientBase, ticks: readonly NewTick[]): Promise<void> {
  const given = ticks.map(({ atMs, observedMs, ...tick }) => ({
    ...tick,
    at: new Date(atMs),
    observedAt: new Date(observedMs),
  }))
  await client.query({ name: 'record ticks', text: RECORD, values: [JSON.stringify(given)] })
}

const COLUMNS = 'id, position, symbol, source, price, at, source_at, change_24h, volume_24h'

interface TickRow extends Omit<Tick, 'at'> {
  readonly position: string
  readonly at: Date
  readonly source_at: Date
  readonly change_24h: string | null
  readonly volume_24h: string | null
}

/** The newest tick of each symbol that has one, in the order in which they were written. */
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

/** The ticks after a position, oldest first, at most `limit`. */
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

interface TicksAround {
  readonly before: QuotedTick | undefined
  readonly after: QuotedTick | undefined
}

/** The ticks before and after an instant, read in one statement so that they are consistent. */
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

const RECENT_MAX = 100

/** The ticks of a source since a moment, newest first. */
export function readTicksSince(
  db: Queries,
  { symbol, source, sinceMs }: { symbol: string; source: string; sinceMs: number },
): Promise<QuotedTick[]> {
  return readTicks(
    db,
    `select ${COLUMNS} from price_tick where symbol = $1 and source = $2 and at >= $3
     order by at desc, position desc limit ${RECENT_MAX}`,
    [symbol, source, new Date(sinceMs)],
  )
}

/** The first tick that was recorded after a known one and is not older than an instant. */
export async function readTickAfter(
  db: Queries,
  {
    symbol,
    last,
    instant,
  }: { symbol: string; last: Pick<Tick, 'id' | 'source'>; instant: Instant },
): Promise<QuotedTick | undefined> {
  const [next] = await readTicks(
    db,
    `select ${COLUMNS} from price_tick
     where symbol = $1 and source = $2 and at >= $3
       and position > (select position from price_tick where id = $4)
     order by at, position limit 1`,
    [symbol, last.source, instant, last.id],
  )
  return next
}

/** The moment at which a request arrived: later positions belong to prices that no one knew yet. */
export interface TickMoment {
  readonly at: Instant
  /** Of the tick that was recorded last, of any symbol. */
  readonly position: bigint
}

export async function readLastPosition(db: Queries): Promise<bigint> {
  const { rows } = await db.query<{ last: string }>({
    name: 'last tick position',
    text: 'select coalesce(max(position), 0) as last from price_tick',
  })
  return BigInt(rows[0]?.last ?? 0)
}

interface TicksSince {
  /** The last tick up to the moment, of any source. */
  readonly last: QuotedTick | undefined
  /** The first tick after the moment that is not older than it. */
  readonly next: QuotedTick | undefined
}

/** The ticks before and after a moment, read in one statement so that they are consistent. */
export async function readTicksSinceMoment(
  db: Queries,
  { symbol, source, moment }: { symbol: string; source: string; moment: TickMoment },
): Promise<TicksSince> {
  const { at, position } = moment
  const ticks = await readTicks(
    db,
    `(select ${COLUMNS} from price_tick where symbol = $1 and position <= $3
      order by at desc, position desc limit 1)
     union all
     (select ${COLUMNS} from price_tick
      where symbol = $1 and source = $2 and position > $3 and at >= $4
      order by at, position limit 1)`,
    [symbol, source, position, at],
  )
  return {
    last: ticks.find((tick) => tick.position <= position),
    next: ticks.find((tick) => tick.position > position),
  }
}

export interface TickRange {
  readonly symbol: string
  readonly source: string
  readonly fromMs: number
  readonly toMs: number
  /** Ids of ticks that are read regardless of their time. */
  readonly and: readonly string[]
}

const TICKS_BETWEEN_MAX = 2_000

/** In the order in which they were recorded. */
export function readTicksBetween(db: Queries, range: TickRange): Promise<QuotedTick[]> {
  const { symbol, source, fromMs, toMs, and } = range
  return readTicks(
    db,
    `select ${COLUMNS} from (
       select ${COLUMNS} from price_tick
       where symbol = $1 and source = $2 and at >= $3 and at <= $4
       union
       select ${COLUMNS} from price_tick where id = any ($5::uuid[])
     ) as asked
     order by position limit $6`,
    [symbol, source, new Date(fromMs), new Date(toMs), and, TICKS_BETWEEN_MAX],
  )
}

async function readTicks(db: Queries, text: string, values: unknown[]): Promise<QuotedTick[]> {
  const { rows } = await db.query<TickRow>(text, values)
  return rows.map(({ source_at, change_24h, volume_24h, ...tick }) => ({
    ...tick,
    position: BigInt(tick.position),
    at: instantOf(tick.at.getTime()),
    observedMs: source_at.getTime(),
    change24h: change_24h,
    volume24h: volume_24h,
  }))
}
