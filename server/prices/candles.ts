import type { Pool } from 'pg'
import type { Clock } from '#server/platform/clock.ts'
import type { Candle } from '#shared/contract/prices.ts'
import { type Decimal, formatUnits, parseUnits } from '#shared/money.ts'
import {
  CANDLE_INTERVAL_MS,
  CANDLES_PER_RESPONSE_MAX,
  type CandleInterval,
} from '#shared/rules/prices.ts'
import { epochMsOf, instantOf, MINUTE_MS, SECOND_MS } from '#shared/time.ts'
import type { PriceSource } from './price-source.ts'

/** How long recorded candles of one symbol and interval are cached. */
const RECORDED_FOR_MS = 2 * SECOND_MS

/**
 * How long the source's history is cached. It fills gaps before our own records and does not
 * change.
 */
const HISTORY_FOR_MS = 10 * MINUTE_MS
const HISTORY_AFTER_FAULT_MS = MINUTE_MS

interface Remembered {
  readonly untilMs: number
  readonly candles: Promise<readonly Candle[]>
}

/**
 * Candles of any interval: our recorded ones if we have them, otherwise the source's history. A
 * candle in both has the source's open and our close.
 */
export function createCandleReader(options: {
  readonly pool: Pool
  readonly source: PriceSource
  readonly clock: Clock
  readonly report: (error: unknown) => void
}) {
  const { pool, source, clock, report } = options
  const recorded = new Map<string, Remembered>()
  const history = new Map<string, Remembered>()

  function remember(
    cache: Map<string, Remembered>,
    key: string,
    read: () => Remembered,
  ): Promise<readonly Candle[]> {
    const known = cache.get(key)
    if (known && clock.now() < known.untilMs) return known.candles
    const fresh = read()
    cache.set(key, fresh)
    return fresh.candles
  }

  return async (symbol: string, interval: CandleInterval, limit: number): Promise<Candle[]> => {
    const nowMs = clock.now()
    const lengthMs = CANDLE_INTERVAL_MS[interval]
    const lastOpenMs = Math.floor(nowMs / lengthMs) * lengthMs
    const fromMs = lastOpenMs - (CANDLES_PER_RESPONSE_MAX - 1) * lengthMs
    const key = `${symbol} ${interval}`
    const own = remember(recorded, key, () => ({
      untilMs: nowMs + RECORDED_FOR_MS,
      candles: readRecorded(pool, { symbol, source: source.name, lengthMs, fromMs }),
    }))
    const before = remember(history, key, () => {
      const asked = source.history({ symbol, interval, fromMs, toMs: nowMs })
      return {
        untilMs: nowMs + HISTORY_FOR_MS,
        candles: asked.catch((error: unknown) => {
          report(error)
          history.set(key, {
            untilMs: nowMs + HISTORY_AFTER_FAULT_MS,
            candles: Promise.resolve([]),
          })
          return []
        }),
      }
    })
    return mergeCandles(await before, await own).slice(-limit)
  }
}

/** Merges two sequences of candles by opening time, oldest first. */
export function mergeCandles(history: readonly Candle[], recorded: readonly Candle[]): Candle[] {
  const merged = new Map(history.map((candle) => [candle.openTime, candle]))
  for (const candle of recorded) {
    const known = merged.get(candle.openTime)
    merged.set(candle.openTime, known ? join(known, candle) : candle)
  }
  return [...merged.values()].sort((a, b) => epochMsOf(a.openTime) - epochMsOf(b.openTime))
}

function join(history: Candle, recorded: Candle): Candle {
  return {
    openTime: history.openTime,
    open: history.open,
    high: larger(history.high, recorded.high),
    low: larger(history.low, recorded.low) === history.low ? recorded.low : history.low,
    close: recorded.close,
    volume: larger(history.volume, recorded.volume),
  }
}

function larger(a: Decimal, b: Decimal): Decimal {
  return parseUnits(a) >= parseUnits(b) ? a : b
}

async function readRecorded(
  pool: Pool,
  asked: { symbol: string; source: string; lengthMs: number; fromMs: number },
): Promise<Candle[]> {
  const { rows } = await pool.query<{ open_time: Date } & Record<keyof Candle, string>>(
    `select date_bin($3::interval, open_time, 'epoch') as open_time,
            (array_agg(open order by open_time))[1] as open, max(high) as high, min(low) as low,
            (array_agg(close order by open_time desc))[1] as close, sum(volume) as volume
     from price_candle
     where symbol = $1 and source = $2 and open_time >= $4
     group by 1 order by 1`,
    [asked.symbol, asked.source, `${asked.lengthMs / SECOND_MS} seconds`, new Date(asked.fromMs)],
  )
  return rows.map((row) => ({
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

const CLOSES = `
  select asked.symbol, moment, found.close
  from unnest($1::text[]) as asked (symbol)
  cross join unnest($3::float8[]) as moment
  cross join lateral (
    select close from price_candle as candle
    where candle.symbol = asked.symbol and candle.source = $2
      and open_time < to_timestamp(moment / 1000)
      and open_time >= to_timestamp((moment - $4) / 1000)
    order by open_time desc limit 1
  ) as found`

/** The last price recorded before each moment, at most `withinMs` older. */
export async function readCloses(
  pool: Pick<Pool, 'query'>,
  asked: {
    source: string
    symbols: readonly string[]
    moments: readonly number[]
    withinMs: number
  },
): Promise<CloseAt> {
  const { rows } = await pool.query<{ symbol: string; moment: number; close: string }>({
    name: 'recorded closes',
    text: CLOSES,
    values: [asked.symbols, asked.source, asked.moments, asked.withinMs],
  })
  const closes = new Map(
    rows.map(({ symbol, moment, close }) => [
      `${symbol} ${moment}`,
      formatUnits(parseUnits(close)),
    ]),
  )
  return (symbol, epochMs) => closes.get(`${symbol} ${epochMs}`)
}
