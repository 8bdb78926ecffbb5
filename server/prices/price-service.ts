import type { Pool } from 'pg'
import type { Clock } from '#server/platform/clock.ts'
import { isStablecoin } from '#shared/assets.ts'
import type { Candles, Price, PriceStatus } from '#shared/contract/prices.ts'
import { type CandleInterval, isFresh } from '#shared/rules/prices.ts'
import { epochMsOf, type Instant, instantOf, SECOND_MS } from '#shared/time.ts'
import { type CloseAt, createCandleReader, readCloses } from './candles.ts'
import { createPriceBoard, type TickListener } from './price-board.ts'
import { runPriceFeed } from './price-feed.ts'
import type { PriceReading, PriceSource } from './price-source.ts'
import {
  type QuotedTick,
  readTicksAround,
  readTicksBetween,
  type Tick,
  type TicksAround,
} from './tick-log.ts'
import type { ReadingFault } from './vetting.ts'

const FIRST_TICKS_WITHIN_MS = 3 * SECOND_MS

/** Recorded prices only: every current price is on disk. */
export interface PriceService {
  /** The current tick; undefined where there is none younger than 60 s. Stablecoins are 1. */
  current(symbol: string): Tick | undefined
  price(symbol: string): Price
  /** One row for every listed asset, with or without a price. */
  list(): Price[]
  status(): PriceStatus
  candles(symbol: string, interval: CandleInterval, limit: number): Promise<Candles>
  /** Past prices: the last one before each moment, at most `withinMs` older. */
  closesAt(
    symbols: readonly string[],
    moments: readonly number[],
    withinMs: number,
  ): Promise<CloseAt>
  /**
   * The recorded ticks of one source next to an instant: the last one before it and the first one at
   * or after it. Ticks are written in the order of their times, so the second is final once it exists.
   */
  ticksAround(symbol: string, instant: Instant, source: string): Promise<TicksAround>
  /** The recorded ticks of one source from one time to another, and those named, as recorded. */
  ticksBetween(
    symbol: string,
    source: string,
    range: { readonly fromMs: number; readonly toMs: number; readonly and: readonly string[] },
  ): Promise<QuotedTick[]>
  /** True while this process is the one that asks the source and stamps the ticks. */
  isRecording(): boolean
  onTick(listener: TickListener): () => void
  /** Starts to follow, and to poll where no other process does; waits briefly for first prices. */
  start(): Promise<void>
  close(): Promise<void>
}

interface PriceServiceOptions {
  readonly pool: Pool
  readonly source: PriceSource
  readonly clock: Clock
  /** Receives the readings that were not used, and below the faults that the service survives. */
  readonly onFault: (fault: ReadingFault, reading: PriceReading) => void
  readonly report: (error: unknown) => void
}

export function createPriceService(options: PriceServiceOptions): PriceService {
  const { pool, source, clock } = options
  const board = createPriceBoard(source, clock)
  const readCandles = createCandleReader(options)
  const stop = new AbortController()
  let running: Promise<void> | undefined
  let isRecording = false

  return {
    current: board.current,
    price: board.row,
    list: board.list,
    onTick: board.onTick,
    status: () => statusOf(board.list(), source, clock.now()),
    async candles(symbol, interval, limit) {
      const candles = await readCandles(symbol, interval, limit)
      return { symbol, interval, source: source.name, origin: source.origin, candles }
    },
    async closesAt(symbols, moments, withinMs) {
      const moving = symbols.filter((symbol) => !isStablecoin(symbol))
      const asked = { source: source.name, symbols: moving, moments, withinMs }
      const closeAt = await readCloses(pool, asked)
      return (symbol, epochMs) => (isStablecoin(symbol) ? '1' : closeAt(symbol, epochMs))
    },
    ticksAround: (symbol, instant, source) => readTicksAround(pool, { symbol, source, instant }),
    ticksBetween: (symbol, source, range) => readTicksBetween(pool, { symbol, source, ...range }),
    isRecording: () => isRecording,
    async start() {
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
      running ??= runPriceFeed({ ...options, board, onLeading }, stop.signal)
      await first
    },
    async close() {
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
