import type { Pool } from 'pg'
import type { Clock } from '#server/platform/clock.ts'
import type { Candle } from '#shared/contract/prices.ts'
import { type Decimal, parseUnits } from '#shared/money.ts'
import {
  CANDLE_INTERVAL_MS,
  CANDLES_PER_RESPONSE_MAX,
  type CandleInterval,
} from '#shared/rules/prices.ts'
import { epochMsOf, MINUTE_MS, SECOND_MS } from '#shared/time.ts'
import { readRecorded } from './candle-log.ts'
import type { PriceSource } from './price-source.ts'

/** How long recorded candles of one symbol and interval are cached. */
const RECORDED_FOR_MS = 2 * SECOND_MS

/**
 * How long the source's history is cached. It fills gaps before our own records and does not
 * change.
 */
const HISTORY_FOR_MS = 10 * MINUTE_MS
const HISTORY_AFTER_FAULT_MS = MINUTE_MS

interface Read {
  readonly candles: readonly Candle[]
  /** How long they are kept. */
  readonly forMs: number
}

interface Kept {
  readonly read: Promise<Read>
  untilMs: number
}

/** Reads each key once at a time, and keeps the result from its arrival on. */
function keepRead(clock: Clock) {
  const known = new Map<string, Kept>()

  async function read(key: string, ask: () => Promise<Read>): Promise<readonly Candle[]> {
    const kept = known.get(key)
    if (kept && clock.now() < kept.untilMs) return (await kept.read).candles
    const asked: Kept = { read: ask(), untilMs: Number.POSITIVE_INFINITY }
    known.set(key, asked)
    try {
      const { candles, forMs } = await asked.read
      asked.untilMs = clock.now() + forMs
      return candles
    } catch (error) {
      known.delete(key)
      throw error
    }
  }

  return read
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
  const recorded = keepRead(clock)
  const history = keepRead(clock)

  return async (symbol: string, interval: CandleInterval, limit: number): Promise<Candle[]> => {
    const nowMs = clock.now()
    const lengthMs = CANDLE_INTERVAL_MS[interval]
    const lastOpenMs = Math.floor(nowMs / lengthMs) * lengthMs
    const fromMs = lastOpenMs - (CANDLES_PER_RESPONSE_MAX - 1) * lengthMs
    const key = `${symbol} ${interval}`
    const [before, own] = await Promise.all([
      history(key, async () => {
        try {
          const asked = { symbol, interval, fromMs, toMs: nowMs }
          return { candles: await source.history(asked), forMs: HISTORY_FOR_MS }
        } catch (error) {
          report(error)
          return { candles: [], forMs: HISTORY_AFTER_FAULT_MS }
        }
      }),
      recorded(key, async () => {
        const asked = { symbol, source: source.name, interval, fromMs }
        return { candles: await readRecorded(pool, asked), forMs: RECORDED_FOR_MS }
      }),
    ])
    return mergeCandles(before, own).slice(-limit)
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
