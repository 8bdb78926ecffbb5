import type { Pool } from 'pg'
import type { LogHistory } from '#server/events/log-history.ts'
import type { Clock } from '#server/platform/clock.ts'
import { isStablecoin } from '#shared/assets.ts'
import type { Candles, Price, PriceStatus } from '#shared/contract/prices.ts'
import {
  type CandleInterval,
  FIXED_SOURCE,
  isFresh,
  NEXT_PRICE_WITHIN_MS,
} from '#shared/rules/prices.ts'
import { epochMsOf, type Instant, instantOf, SECOND_MS } from '#shared/time.ts'
import { type CloseAt, readCloses } from './candle-log.ts'
import { createCandleReader } from './candles.ts'
import { createPriceBoard } from './price-board.ts'
import { type CheckClock, checkRecorderClock, runPriceFeed } from './price-feed.ts'
import type { PriceReading, PriceSource } from './price-source.ts'
import {
  readLastPosition,
  readTickAfter,
  readTicksAround,
  readTicksBetween,
  readTicksSince,
  readTicksSinceMoment,
  type Tick,
  type TickMoment,
  type TickRange,
} from './tick-log.ts'
import type { ReadingFault } from './vetting.ts'

const FIRST_TICKS_WITHIN_MS = 3 * SECOND_MS

export type PriceService = ReturnType<typeof createPriceService>

/** The price that decides a request: the first one that was recorded after the request arrived. */
interface NextTick {
  readonly next: Tick
  /** The last tick that was recorded before it arrived; undefined if there was none. */
  readonly last?: Tick | undefined
}

interface PriceServiceOptions {
  /** For reads by requests. */
  readonly pool: Pool
  /** For polling, and for following recorded ticks. */
  readonly feedPool: Pool
  readonly history?: LogHistory
  readonly source: PriceSource
  readonly clock: Clock
  readonly checkClock?: CheckClock | undefined
  readonly pauseMs?: number | undefined
  /** Called with readings that were not used; below, with faults that the service survives. */
  readonly onFault: (fault: ReadingFault, reading: PriceReading) => void
  readonly report: (error: unknown) => void
}

/** Works with recorded prices only, so every current price is on disk. */
export function createPriceService(options: PriceServiceOptions) {
  const { pool, feedPool, source, clock, checkClock = checkRecorderClock } = options
  const board = createPriceBoard(source, clock)
  const readCandles = createCandleReader(options)
  const stop = new AbortController()
  let running: Promise<void> | undefined
  let isRecording = false

  return {
    /** The current tick; undefined if there is none younger than 60 s. */
    current: board.current,
    lastKnown: board.lastKnown,
    price: board.row,
    /** One row for every listed asset, with or without a price. */
    list: board.list,
    onTick: board.onTick,
    onForget: board.onForget,
    status: (): PriceStatus => statusOf(board.list(), source, clock.now()),
    async candles(symbol: string, interval: CandleInterval, limit: number): Promise<Candles> {
      const candles = await readCandles(symbol, interval, limit)
      return { symbol, interval, source: source.name, origin: source.origin, candles }
    },
    /** Past prices: the last one before each moment, at most `withinMs` older. */
    async closesAt(
      symbols: readonly string[],
      moments: readonly number[],
      withinMs: number,
    ): Promise<CloseAt> {
      const closeAt = await readCloses(pool, { source: source.name, symbols, moments, withinMs })
      return (symbol, epochMs) =>
        closeAt(symbol, epochMs) ?? (isStablecoin(symbol) ? '1' : undefined)
    },
    /**
     * The recorded ticks of one source around an instant: the last one before it and the first one
     * at or after it. Ticks are written in the order of their times, so the second one is final
     * once it exists.
     */
    ticksAround: (symbol: string, instant: Instant, source: string) =>
      readTicksAround(pool, { symbol, source, instant }),
    /**
     * The most recently recorded ticks, newest first. Read from the record, so that they include
     * what any process has shown to users.
     */
    recent: (symbol: string, withinMs: number) =>
      readTicksSince(pool, { symbol, source: source.name, sinceMs: clock.now() - withinMs }),
    /**
     * The first tick after a known one, from the same source, that is not older than an instant.
     */
    tickAfter: (symbol: string, last: Pick<Tick, 'id' | 'source'>, instant: Instant) =>
      readTickAfter(pool, { symbol, last, instant }),
    /**
     * The moment of a request that arrived at an instant. Read it before the request waits for
     * anything, and from the record, which has every tick that a user may have seen.
     */
    momentOf: async (at: Instant): Promise<TickMoment> => ({
      at,
      position: await readLastPosition(pool),
    }),
    /**
     * Waits for the first tick that was recorded after a request arrived and is not older than it;
     * undefined if there is none six seconds later. The position decides, because the clocks of
     * servers differ. A fixed rate needs no wait.
     */
    async firstAfter(symbol: string, moment: TickMoment): Promise<NextTick | undefined> {
      const current = board.current(symbol)
      if (current?.source === FIXED_SOURCE) return { next: current }
      const waitedMs = clock.now() - epochMsOf(moment.at)
      await board.tickAfter(symbol, moment, Math.max(0, NEXT_PRICE_WITHIN_MS - waitedMs))
      const asked = { symbol, source: source.name, moment }
      const { last, next } = await readTicksSinceMoment(pool, asked)
      return next && { next, last }
    },
    /** The recorded ticks of one source within a range of time, and those named in `and`. */
    ticksBetween: (symbol: string, source: string, range: Omit<TickRange, 'symbol' | 'source'>) =>
      readTicksBetween(pool, { symbol, source, ...range }),
    /** True while this process polls the source and writes ticks. */
    isRecording: () => isRecording,
    /** What is wrong with the clock of this process; it must then decide nothing by ticks. */
    clockFault: () => checkClock(feedPool),
    /** Starts following, and polling if no other process does; waits briefly for first prices. */
    async start(): Promise<void> {
      const first = new Promise<void>((resolve) => {
        const unsubscribe = board.onTick(() => {
          unsubscribe()
          resolve()
        })
        setTimeout(resolve, FIRST_TICKS_WITHIN_MS).unref()
      })
      const onLeading = (isLeading: boolean) => {
        isRecording = isLeading
      }
      running ??= runPriceFeed({ ...options, pool: feedPool, board, onLeading }, stop.signal)
      await first
    },
    async close(): Promise<void> {
      stop.abort()
      await running
    },
  }
}

function statusOf(list: readonly Price[], source: PriceSource, nowMs: number): PriceStatus {
  const newestMs = list
    .filter(({ symbol }) => !isStablecoin(symbol))
    .flatMap(({ updatedAt }) => (updatedAt === null ? [] : epochMsOf(updatedAt)))
    .reduce<number | undefined>((newest, atMs) => Math.max(newest ?? atMs, atMs), undefined)
  return {
    source: source.name,
    origin: source.origin,
    updatedAt: newestMs === undefined ? null : instantOf(newestMs),
    ageMs: newestMs === undefined ? null : Math.max(0, nowMs - newestMs),
    stale: newestMs === undefined || !isFresh(newestMs, nowMs),
  }
}
