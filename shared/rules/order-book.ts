import { type Decimal, formatUnits, multiplyUnits, parseUnits, type Units } from '#shared/money.ts'

/**
 * The depth shown beside the order form. It is generated, not market data, and every screen that
 * shows it says "Simulated depth".
 *
 * Source   docs/product.md, Order book
 */
export const LEVELS_GENERATED = 12
export const LEVELS_SHOWN = 6
export const BOOK_REFRESH_MS = 2_000

export interface BookLevel {
  readonly price: Decimal
  /** In the base asset. */
  readonly amount: Decimal
  /** price × amount, in the quote asset. */
  readonly total: Decimal
}

export interface OrderBook {
  /** The best first. */
  readonly bids: readonly BookLevel[]
  readonly asks: readonly BookLevel[]
  readonly lastPrice: Decimal
  /** Best ask − best bid. */
  readonly spread: Decimal
  readonly bidVolume: Decimal
  readonly askVolume: Decimal
}

interface DepthProfile {
  /** The distance of the last level from the price, in millionths of it. */
  readonly volatilityPpm: number
  /** The median size of a level, in the base asset. */
  readonly baseVolume: Decimal
}

const DEPTH: Readonly<Record<string, DepthProfile>> = {
  BTC: { volatilityPpm: 800, baseVolume: '0.45' },
  ETH: { volatilityPpm: 1_000, baseVolume: '6' },
  TRX: { volatilityPpm: 1_800, baseVolume: '42000' },
  BNB: { volatilityPpm: 1_100, baseVolume: '24' },
  SOL: { volatilityPpm: 1_500, baseVolume: '95' },
  XRP: { volatilityPpm: 1_500, baseVolume: '7500' },
  USDC: { volatilityPpm: 60, baseVolume: '60000' },
  ADA: { volatilityPpm: 1_700, baseVolume: '21000' },
  DOGE: { volatilityPpm: 2_000, baseVolume: '82000' },
  AVAX: { volatilityPpm: 1_800, baseVolume: '700' },
  DOT: { volatilityPpm: 1_800, baseVolume: '3400' },
  LINK: { volatilityPpm: 1_700, baseVolume: '1100' },
  LTC: { volatilityPpm: 1_400, baseVolume: '170' },
  BCH: { volatilityPpm: 1_500, baseVolume: '34' },
  ETC: { volatilityPpm: 1_700, baseVolume: '900' },
  EOS: { volatilityPpm: 2_000, baseVolume: '26000' },
  XLM: { volatilityPpm: 1_800, baseVolume: '60000' },
  ATOM: { volatilityPpm: 1_800, baseVolume: '3700' },
  UNI: { volatilityPpm: 1_900, baseVolume: '2000' },
  NEAR: { volatilityPpm: 2_100, baseVolume: '6000' },
  FIL: { volatilityPpm: 2_000, baseVolume: '6500' },
  AAVE: { volatilityPpm: 1_800, baseVolume: '65' },
  DAI: { volatilityPpm: 60, baseVolume: '40000' },
  USDT: { volatilityPpm: 60, baseVolume: '60000' },
}

const MILLION = 1_000_000n

/**
 * Generates an order book around a price.
 *
 * @param priceStep the smallest step of a price, such as "0.01": levels lie on it
 * @param random numbers from 0 up to 1: a seeded source repeats the same book
 */
export function drawOrderBook(
  base: string,
  lastPrice: Decimal,
  priceStep: Decimal,
  random: () => number,
): OrderBook {
  const profile = DEPTH[base] ?? { volatilityPpm: 1_500, baseVolume: '1000' }
  const last = parseUnits(lastPrice)
  const step = parseUnits(priceStep)
  const side = (direction: 1n | -1n) =>
    Array.from({ length: LEVELS_GENERATED }, (_, index) => {
      const distance = distanceOf(last, profile, index, random)
      return levelAt(onStep(last, distance, step, direction), profile, random)
    })
  const asks = side(1n)
  const bids = side(-1n)
  return {
    asks,
    bids,
    lastPrice,
    spread: spreadOf(asks[0], bids[0]),
    askVolume: volumeOf(asks),
    bidVolume: volumeOf(bids),
  }
}

/** The gaps between levels grow with the distance; each level is shifted within its slot. */
function distanceOf(
  price: Units,
  { volatilityPpm }: DepthProfile,
  index: number,
  random: () => number,
): Units {
  const slot = (BigInt(index) * MILLION + millionths(random)) / BigInt(LEVELS_GENERATED)
  return (price * BigInt(volatilityPpm) * slot) / (MILLION * MILLION)
}

function onStep(price: Units, distance: Units, step: Units, direction: 1n | -1n): Units {
  const steps = distance / step + 1n
  const moved = (price / step + direction * steps) * step
  return moved < step ? step : moved
}

function levelAt(price: Units, { baseVolume }: DepthProfile, random: () => number): BookLevel {
  // From 0.3 to 1.7 times the median size.
  const factor = 300_000n + (millionths(random) * 14n) / 10n
  const amount = (parseUnits(baseVolume) * factor) / MILLION
  return {
    price: formatUnits(price),
    amount: formatUnits(amount),
    total: formatUnits(multiplyUnits(amount, price, 'down')),
  }
}

function spreadOf(ask: BookLevel | undefined, bid: BookLevel | undefined): Decimal {
  return ask && bid ? formatUnits(parseUnits(ask.price) - parseUnits(bid.price)) : '0'
}

function volumeOf(levels: readonly BookLevel[]): Decimal {
  return formatUnits(levels.reduce((sum, level) => sum + parseUnits(level.amount), 0n))
}

function millionths(random: () => number): bigint {
  return BigInt(Math.floor(random() * 1_000_000))
}
