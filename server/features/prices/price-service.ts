import type { Pool } from 'pg'
import type { Clock } from '#server/platform/clock.ts'
import { ASSETS, isStablecoin } from '#shared/assets.ts'
import type { Candles, Price, PriceStatus } from '#shared/contract/prices.ts'
import { type CandleInterval, isFresh } from '#shared/rules/prices.ts'
import { epochMsOf, type Instant, instantOf, SECOND_MS } from '#shared/time.ts'
import { createCandleReader } from './candles.ts'
import { createPriceBoard, type TickListener } from './price-board.ts'
import { runPriceFeed } from './price-feed.ts'
import type { PriceReading, PriceSource } from './price-source.ts'
import { fixedTick, type Tick } from './tick.ts'
import { readFirstTick, readTick } from './tick-log.ts'
import type { ReadingFault } from './vetting.ts'

const FIRST_TICKS_WITHIN_MS = 3 * SECOND_MS

/** Recorded prices, and nothing else: what is current here is on disk. */
export interface PriceService {
  /** The current tick; undefined where there is none younger than 60 s. Stablecoins are 1. */
  current(symbol: string): Tick | undefined
  price(symbol: string): Price
  /** One row for every listed asset, with or without a price. */
  list(): Price[]
  status(): PriceStatus
  candles(symbol: string, interval: CandleInterval, limit: number): Promise<Candles>
  findTick(id: string): Promise<Tick | undefined>
  /**
   * The first tick recorded at an instant or within so many milliseconds after it. Final as soon
   * as there is one; "none" is final once the clock is a few seconds past the end.
   */
  tickAtOrAfter(symbol: string, instant: Instant, withinMs: number): Promise<Tick | undefined>
  onTick(listener: TickListener): () => void
  /** Starts to follow, and to poll where no other process does; waits briefly for first prices. */
  start(): Promise<void>
  close(): Promise<void>
}

export interface PriceServiceOptions {
  readonly pool: Pool
  readonly source: PriceSource
  readonly clock: Clock
  /** Told of readings that were not used, and of faults that the service survives. */
  readonly onFault: (fault: ReadingFault, reading: PriceReading) => void
  readonly report: (error: unknown) => void
}

export function createPriceService(options: PriceServiceOptions): PriceService {
  const { pool, source, clock } = options
  const board = createPriceBoard(source, clock)
  const readCandles = createCandleReader(options)
  const stop = new AbortController()
  let running: Promise<void> | undefined

  return {
    current: board.current,
    price: board.row,
    list: board.list,
    onTick: board.onTick,
    status: () => statusOf(board.list(), source, clock.now()),
    async candles(symbol, interval, limit) {
      const { name, origin } = source
      return {
        symbol,
        interval,
        source: name,
        origin,
        candles: await readCandles(symbol, interval, limit),
      }
    },
    async findTick(id) {
      const stablecoin = ASSETS.map(({ symbol }) => symbol)
        .filter(isStablecoin)
        .map((symbol) => fixedTick(symbol, clock.now()))
        .find((tick) => tick.id === id)
      return stablecoin ?? (UUID.test(id) ? await readTick(pool, id) : undefined)
    },
    tickAtOrAfter(symbol, instant, withinMs) {
      const fromMs = epochMsOf(instant)
      if (isStablecoin(symbol)) return Promise.resolve(fixedTick(symbol, fromMs))
      return readFirstTick(pool, symbol, { fromMs, toMs: fromMs + withinMs })
    },
    async start() {
      const first = new Promise<void>((resolve) => {
        const unsubscribe = board.onTick(() => {
          unsubscribe()
          resolve()
        })
        setTimeout(resolve, FIRST_TICKS_WITHIN_MS).unref()
      })
      running ??= runPriceFeed({ ...options, board }, stop.signal)
      await first
    },
    async close() {
      stop.abort()
      await running
    },
  }
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

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
