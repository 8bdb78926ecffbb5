import { pause } from '#server/events/pause.ts'
import type { Clock } from '#server/platform/clock.ts'
import { decimalOf } from '#server/prices/exact-decimal.ts'
import type { HistoryRequest, PriceReading, PriceSource } from '#server/prices/price-source.ts'
import { assetOf } from '#shared/assets.ts'
import type { Candle } from '#shared/contract/prices.ts'
import type { Decimal } from '#shared/money.ts'
import { CANDLE_INTERVAL_MS } from '#shared/rules/prices.ts'
import { DAY_MS, instantOf, MINUTE_MS } from '#shared/time.ts'
import { type Draw, drawWith, type PathShape, priceOnPath, uniform } from './lognormal-path.ts'

const TICK_MS = 1_000

/** How often a candle's path is sampled; the candle's edges are always included. */
const LOOKS_PER_CANDLE = 12
const VOLUME_STREAM = 99

/** Plausible values: price in USDT, daily turnover in million USDT. */
const MARKETS: Readonly<Record<string, { base: number; volatility: number; turnover: number }>> = {
  BTC: { base: 60_000, volatility: 0.022, turnover: 2_400 },
  ETH: { base: 2_500, volatility: 0.03, turnover: 1_300 },
  TRX: { base: 0.25, volatility: 0.02, turnover: 90 },
  BNB: { base: 600, volatility: 0.022, turnover: 160 },
  SOL: { base: 150, volatility: 0.04, turnover: 500 },
  XRP: { base: 2, volatility: 0.035, turnover: 420 },
  ADA: { base: 0.6, volatility: 0.038, turnover: 110 },
  DOGE: { base: 0.16, volatility: 0.042, turnover: 240 },
  AVAX: { base: 18, volatility: 0.04, turnover: 60 },
  DOT: { base: 3.4, volatility: 0.035, turnover: 35 },
  LINK: { base: 13, volatility: 0.037, turnover: 70 },
  LTC: { base: 85, volatility: 0.03, turnover: 65 },
  BCH: { base: 480, volatility: 0.03, turnover: 50 },
  ETC: { base: 16, volatility: 0.034, turnover: 18 },
  EOS: { base: 0.5, volatility: 0.036, turnover: 9 },
  XLM: { base: 0.24, volatility: 0.034, turnover: 30 },
  ATOM: { base: 4, volatility: 0.034, turnover: 16 },
  UNI: { base: 7, volatility: 0.042, turnover: 45 },
  NEAR: { base: 2.1, volatility: 0.042, turnover: 28 },
  FIL: { base: 2.2, volatility: 0.038, turnover: 20 },
  AAVE: { base: 270, volatility: 0.042, turnover: 55 },
}

/**
 * A random walk over the listed assets, for development and demonstrations. Its prices depend only
 * on a secret of 32 bytes and the time: without the secret, future prices cannot be computed from
 * past ones. Marked "simulated" everywhere.
 */
export function createSimulatedSource(clock: Clock, secret: Buffer): PriceSource {
  const draw = drawWith(secret)
  return {
    name: 'simulated',
    origin: 'simulated',
    async start(onTick, signal) {
      while (!signal.aborted) {
        const nowMs = clock.now()
        onTick(Object.keys(MARKETS).map((symbol) => readingAt(draw, symbol, nowMs)))
        await pause(TICK_MS, signal)
      }
    },
    history: (request) => Promise.resolve(historyOf(draw, request)),
  }
}

function readingAt(draw: Draw, symbol: string, nowMs: number): PriceReading {
  const price = priceAt(draw, symbol, nowMs)
  const before = priceAt(draw, symbol, nowMs - DAY_MS)
  const turnover = marketOf(symbol).turnover * 1e6
  return {
    symbol,
    price: written(price),
    atMs: nowMs,
    change24h: decimalOf((((price - before) / before) * 100).toFixed(2)) ?? null,
    volume24h: decimalOf((turnover * (0.9 + 0.2 * (price / before - 0.5))).toFixed(0)) ?? null,
    traded: tradedIn(draw, symbol, { openMs: nowMs, lengthMs: TICK_MS }),
  }
}

function historyOf(draw: Draw, { symbol, interval, fromMs, toMs }: HistoryRequest): Candle[] {
  if (!MARKETS[symbol]) return []
  const lengthMs = CANDLE_INTERVAL_MS[interval]
  const candles: Candle[] = []
  for (let openMs = fromMs; openMs <= toMs; openMs += lengthMs) {
    const seenMs = Math.min(lengthMs, toMs - openMs)
    const looks = Array.from({ length: LOOKS_PER_CANDLE + 1 }, (_, look) =>
      priceAt(draw, symbol, openMs + (seenMs / LOOKS_PER_CANDLE) * look),
    )
    candles.push({
      openTime: instantOf(openMs),
      open: written(looks[0] as number),
      high: written(Math.max(...looks)),
      low: written(Math.min(...looks)),
      close: written(looks.at(-1) as number),
      volume: tradedIn(draw, symbol, { openMs, lengthMs: seenMs }),
    })
  }
  return candles
}

function priceAt(draw: Draw, symbol: string, atMs: number): number {
  return priceOnPath(pathOf(draw, symbol), atMs)
}

function pathOf(draw: Draw, symbol: string): PathShape {
  const { base, volatility } = marketOf(symbol)
  return { draw, path: assetOf(symbol).number, base, dailyVolatility: volatility }
}

function marketOf(symbol: string) {
  const market = MARKETS[symbol]
  if (!market) throw new Error(`no simulated market for ${symbol}`)
  return market
}

function tradedIn(
  draw: Draw,
  symbol: string,
  { openMs, lengthMs }: { openMs: number; lengthMs: number },
): Decimal {
  const { base, turnover } = marketOf(symbol)
  const share = uniform(draw, assetOf(symbol).number, VOLUME_STREAM, openMs / MINUTE_MS)
  const mood = 0.4 + 1.2 * share
  return decimalOf(((turnover * 1e6 * (lengthMs / DAY_MS) * mood) / base).toFixed(4)) ?? '0'
}

/** The usual number of decimals for a price of this size. */
function written(price: number): Decimal {
  const decimals = price >= 1_000 ? 2 : 4
  return decimalOf(price.toFixed(price >= 1 ? decimals : 6)) ?? '0'
}
