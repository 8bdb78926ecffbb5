import { type Decimal, parseUnits, scaleUnits, type Units } from '#shared/money.ts'
import { type Refusal, refuse } from '#shared/refusal.ts'
import { epochMsOf, type Instant, SECOND_MS } from '#shared/time.ts'

/** Timed futures: long or short for a fixed time. Source: docs/product.md, Futures. */

export const FUTURES_PAIRS = ['BTC/USDT'] as const
export type FuturesPair = (typeof FUTURES_PAIRS)[number]

export const FUTURES_SIDES = ['long', 'short'] as const
export type FuturesSide = (typeof FUTURES_SIDES)[number]

/** What is staked and paid out. */
export const FUTURES_CURRENCY = 'USDT'

export const FUTURES_STAKE_MINIMUM: Decimal = '50'

export interface FuturesTerm {
  readonly durationSeconds: number
  /** What a win adds to the stake and a loss takes from it, in whole percent. */
  readonly profitRatio: number
}

export const FUTURES_TERMS: readonly FuturesTerm[] = [
  { durationSeconds: 60, profitRatio: 30 },
  { durationSeconds: 120, profitRatio: 40 },
  { durationSeconds: 180, profitRatio: 50 },
  { durationSeconds: 240, profitRatio: 60 },
  { durationSeconds: 360, profitRatio: 70 },
  { durationSeconds: 480, profitRatio: 80 },
  { durationSeconds: 600, profitRatio: 100 },
]

export const PROFIT_RATIO_DEFAULT = 30

/** A trade without a recorded price this long after its end is void. */
export const SETTLEMENT_WINDOW_MS = 60 * SECOND_MS

/** Why a trade is void, as its owner reads it. */
export const VOID_REASONS = {
  no_price: 'No price was recorded within 60 seconds of the end. The stake was returned.',
} as const

export function futuresTermFor(durationSeconds: number): FuturesTerm | undefined {
  return FUTURES_TERMS.find((term) => term.durationSeconds === durationSeconds)
}

/** The asset whose price decides: "BTC" of "BTC/USDT". */
export function pricedAssetOf(pair: FuturesPair): string {
  return pair.split('/')[0] as string
}

/** What a trade may win or lose: stake × ratio ÷ 100. Rounded down in both cases. */
export function potentialOf(stake: Units, profitRatio: number): Units {
  return scaleUnits(stake, BigInt(profitRatio), 100n, 'down')
}

export type FuturesResult = 'win' | 'loss' | 'tie'

export interface FuturesOutcome {
  readonly result: FuturesResult
  /** The amount returned to the owner. */
  readonly finalAmount: Units
  /** The owner's gain; negative for a loss. */
  readonly profitLoss: Units
}

/**
 * The result of a trade at a price: long wins above its entry, short below, an equal price is a tie.
 *
 * Units    stake, finalAmount, profitLoss: 1e-8 USDT; prices: 1e-8 USDT; ratio: whole percent
 * Source   docs/product.md, Futures: only the two prices decide
 */
export function outcomeOf(
  trade: {
    readonly side: FuturesSide
    readonly entryPrice: Units
    readonly stake: Units
    readonly profitRatio: number
  },
  price: Units,
): FuturesOutcome {
  const { side, entryPrice, stake, profitRatio } = trade
  if (price === entryPrice) return { result: 'tie', finalAmount: stake, profitLoss: 0n }
  const potential = potentialOf(stake, profitRatio)
  const isWin = side === 'long' ? price > entryPrice : price < entryPrice
  const profitLoss = isWin ? potential : -potential
  return { result: isWin ? 'win' : 'loss', finalAmount: stake + profitLoss, profitLoss }
}

/**
 * The tick that decides a trade: the first in recorded order at or after its end; undefined where
 * that one, or the last one, is not within the window.
 */
export function settlementTickOf<T extends { readonly at: Instant }>(
  ticksAsRecorded: readonly T[],
  endsAt: Instant,
): T | undefined {
  const endsAtMs = epochMsOf(endsAt)
  const first = ticksAsRecorded.find(({ at }) => epochMsOf(at) >= endsAtMs)
  return first && epochMsOf(first.at) <= endsAtMs + SETTLEMENT_WINDOW_MS ? first : undefined
}

export interface FuturesCommand {
  /** The stake in USDT. */
  readonly amount: Decimal
  readonly durationSeconds: number
  /** The percentage that the user saw. */
  readonly claimedRatio?: number | undefined
}

/**
 * Why a trade cannot be opened; undefined where it can.
 *
 * Units    available: 1e-8 USDT; undefined if unknown
 * Refuses  futures.duration_unknown, terms.changed, futures.stake_below_minimum, price.stale,
 *          futures.balance_insufficient: first match wins
 * Source   docs/product.md, Futures
 */
export function refusalOf(
  { amount, durationSeconds, claimedRatio }: FuturesCommand,
  { available, hasPrice }: { readonly available: Units | undefined; readonly hasPrice: boolean },
): Refusal | undefined {
  const term = futuresTermFor(durationSeconds)
  if (!term) return refuse('futures.duration_unknown', { seconds: durationSeconds })
  const { profitRatio } = term
  if (claimedRatio !== undefined && claimedRatio !== profitRatio) {
    return refuse('terms.changed', { field: 'profitRatio', actual: profitRatio })
  }
  const stake = parseUnits(amount)
  if (stake < parseUnits(FUTURES_STAKE_MINIMUM)) {
    const details = { minimum: FUTURES_STAKE_MINIMUM, symbol: FUTURES_CURRENCY }
    return refuse('futures.stake_below_minimum', details)
  }
  if (!hasPrice) return refuse('price.stale')
  const isTooMuch = available !== undefined && stake > available
  return isTooMuch ? refuse('futures.balance_insufficient') : undefined
}
