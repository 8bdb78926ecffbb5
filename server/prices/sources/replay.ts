import { pause } from '#server/events/pause.ts'
import type { Clock } from '#server/platform/clock.ts'
import { percentChange } from '#server/prices/exact-decimal.ts'
import type { HistoryRequest, PriceReading, PriceSource } from '#server/prices/price-source.ts'
import type { Candle } from '#shared/contract/prices.ts'
import { formatUnits, multiplyUnits, parseUnits, type Units } from '#shared/money.ts'
import { CANDLE_INTERVAL_MS } from '#shared/rules/prices.ts'
import { instantOf, MINUTE_MS } from '#shared/time.ts'
import type { FileCandle } from './candle-file.ts'

const STEPS = ['open', 'high', 'low', 'close'] as const
const DAY_CANDLES = 1_440

/** Readings are never more frequent than this, at any speed; steps in between are skipped. */
const TICK_MS_MIN = 250

/** And never less frequent: futures are offered only while ticks are at most five seconds apart. */
const TICK_MS_MAX = 1_000

export interface ReplayOptions {
  readonly candles: readonly FileCandle[]
  /** How many recorded minutes are replayed per minute. */
  readonly speed: number
  /** When a replay was first started with this database. */
  readonly startedAtMs: number
}

/**
 * Replays recorded BTC candles: open, high, low and close of each, a quarter of a minute apart at
 * speed 1. The position depends only on the clock, so a restart or another process continues
 * without a jump. The first day of a file longer than two days serves as history; at the end, the
 * replay starts again.
 */
export function createReplaySource(options: ReplayOptions, clock: Clock): PriceSource {
  const tickMs = MINUTE_MS / STEPS.length / options.speed
  const pauseMs = Math.min(Math.max(tickMs, TICK_MS_MIN), TICK_MS_MAX)
  return {
    name: 'replay',
    origin: 'replayed',
    async start(onTick, signal) {
      let lastStep: number | undefined
      while (!signal.aborted) {
        const nowMs = clock.now()
        const step = stepAt(options, nowMs)
        onTick([readingAt(options, step, { lastStep, nowMs })])
        lastStep = step
        await pause(pauseMs, signal)
      }
    },
    history: (request) => Promise.resolve(historyOf(options, request)),
  }
}

/** The number of steps since the file's first open; negative before the replay began. */
function stepAt({ candles, speed, startedAtMs }: ReplayOptions, atMs: number): number {
  const elapsed = ((atMs - startedAtMs) * speed * STEPS.length) / MINUTE_MS
  // A small tolerance: a pause that ends slightly early must not repeat a step.
  return leadIn(candles) * STEPS.length + Math.floor(elapsed + 1e-6)
}

function leadIn(candles: readonly FileCandle[]): number {
  return candles.length > 2 * DAY_CANDLES ? DAY_CANDLES : 0
}

function candleAt({ candles }: ReplayOptions, index: number): FileCandle {
  return candles[index % candles.length] as FileCandle
}

function readingAt(
  options: ReplayOptions,
  step: number,
  { lastStep, nowMs }: { lastStep: number | undefined; nowMs: number },
): PriceReading {
  const index = Math.floor(step / STEPS.length)
  const candle = candleAt(options, index)
  const stepsPassed = lastStep === undefined ? 1 : step - lastStep
  return {
    symbol: 'BTC',
    price: candle[STEPS[step % STEPS.length] as (typeof STEPS)[number]],
    atMs: nowMs,
    ...dayBefore(options, index),
    traded: formatUnits((parseUnits(candle.volume) * BigInt(stepsPassed)) / BigInt(STEPS.length)),
  }
}

/** The change and the turnover of the recorded day that ends with a candle. */
function dayBefore(
  options: ReplayOptions,
  index: number,
): Pick<PriceReading, 'change24h' | 'volume24h'> {
  const position = index % options.candles.length
  if (position < DAY_CANDLES) return { change24h: null, volume24h: null }
  const day = options.candles.slice(position - DAY_CANDLES, position)
  const from = parseUnits((day[0] as FileCandle).open)
  const turnover = day.reduce<Units>(
    (sum, { close, volume }) => sum + multiplyUnits(parseUnits(close), parseUnits(volume), 'down'),
    0n,
  )
  return {
    change24h: percentChange(from, parseUnits(candleAt(options, index).close)),
    volume24h: formatUnits(turnover),
  }
}

function historyOf(options: ReplayOptions, request: HistoryRequest): Candle[] {
  if (request.symbol !== 'BTC') return []
  const lengthMs = CANDLE_INTERVAL_MS[request.interval]
  const candles: Candle[] = []
  for (let openMs = request.fromMs; openMs <= request.toMs; openMs += lengthMs) {
    const endMs = openMs + lengthMs
    const first = Math.max(stepAt(options, openMs), 0)
    // The current step belongs to the open candle, and no later one does.
    const last = stepAt(options, Math.min(endMs - 1, request.toMs))
    if (last >= first) candles.push(joined(options, openMs, { first, last }))
  }
  return candles
}

/** One candle from a range of steps, of at most one pass through the file. */
function joined(
  options: ReplayOptions,
  openMs: number,
  { first, last }: { first: number; last: number },
): Candle {
  const end = Math.min(last, first + options.candles.length * STEPS.length - 1)
  const parts: FileCandle[] = []
  for (let step = first; step <= end; ) {
    const from = step % STEPS.length
    const to = Math.min(STEPS.length - 1, from + end - step)
    parts.push(playedPart(candleAt(options, Math.floor(step / STEPS.length)), from, to))
    step += to - from + 1
  }
  const units = (field: keyof FileCandle) => parts.map((part) => parseUnits(part[field]))
  return {
    openTime: instantOf(openMs),
    open: (parts[0] as FileCandle).open,
    high: formatUnits(largest(units('high'))),
    low: formatUnits(-largest(units('low').map((low) => -low))),
    close: (parts.at(-1) as FileCandle).close,
    volume: formatUnits(units('volume').reduce((a, b) => a + b)),
  }
}

/** The part of a candle that results from some of its steps. */
function playedPart(candle: FileCandle, from: number, to: number): FileCandle {
  if (to - from + 1 === STEPS.length) return candle
  const played = STEPS.slice(from, to + 1).map((step) => candle[step])
  const units = played.map(parseUnits)
  return {
    open: played[0] as string,
    high: formatUnits(largest(units)),
    low: formatUnits(-largest(units.map((price) => -price))),
    close: played.at(-1) as string,
    volume: formatUnits((parseUnits(candle.volume) * BigInt(played.length)) / BigInt(STEPS.length)),
  }
}

function largest(units: readonly Units[]): Units {
  return units.reduce((a, b) => (a > b ? a : b))
}
