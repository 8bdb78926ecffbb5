import { type Decimal, formatUnits, parseUnits, scaleUnits, type Units } from '#shared/money.ts'
import { type Refusal, refuse } from '#shared/refusal.ts'
import { PAUSED } from '#shared/rules/futures-ticks.ts'
import { msg } from '#shared/text/t.ts'

/** Timed futures: long or short for a fixed time. Source: docs/product.md, Futures. */

export const FUTURES_PAIRS = ['BTC/USDT'] as const
export type FuturesPair = (typeof FUTURES_PAIRS)[number]

export const FUTURES_SIDES = ['long', 'short'] as const
export type FuturesSide = (typeof FUTURES_SIDES)[number]

const ENDS = { win: 'won', loss: 'lost', tie: 'tie', void: 'void' } as const

/** A trade's status in lists: won and lost trades are both completed. */
export function endOf({
  status,
  result,
}: {
  readonly status: string
  readonly result: keyof typeof ENDS | null
}): string {
  return result === null ? status : ENDS[result]
}

/** What is staked and paid out. */
export const FUTURES_CURRENCY = 'USDT'

export const FUTURES_STAKE_MINIMUM: Decimal = '50'

export interface FuturesTerm {
  readonly durationSeconds: number
  /** What a win adds to the stake and a loss deducts from it, in whole percent. */
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

/** Maximum totals: of one trade, of one user's open trades, and of what may be owed on a symbol. */
export interface FuturesLimits {
  readonly stakeMaximum: Decimal
  /** The stakes of one user's open trades. */
  readonly userOpenMaximum: Decimal
  /** What all open trades of a symbol win at most beside their stakes. */
  readonly symbolOwedMaximum: Decimal
}

export const FUTURES_LIMITS_DEFAULT: FuturesLimits = {
  stakeMaximum: '10000',
  userOpenMaximum: '50000',
  symbolOwedMaximum: '500000',
}

/**
 * Why a trade is void, as its owner reads it. Events record the reason: where a value of `TICK_RULES`
 * changes, add a reason with the new one beside it.
 */
export const VOID_REASONS = {
  no_price: msg('No price was recorded within 60 seconds of the end. The stake was returned.'),
  no_entry: msg('No price was recorded within 10 seconds of the request. The stake was returned.'),
  entry_moved: msg(
    'The next recorded price was more than 0.5% away from the price that you saw. The stake was returned.',
  ),
} as const

export function futuresTermFor(durationSeconds: number): FuturesTerm | undefined {
  return FUTURES_TERMS.find((term) => term.durationSeconds === durationSeconds)
}

/** The asset whose price decides: "BTC" of "BTC/USDT". */
export function pricedAssetOf(pair: FuturesPair): string {
  return pair.split('/')[0] as string
}

/** What a trade can win or lose: stake × ratio ÷ 100. Rounded down in both cases. */
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

export interface FuturesCommand {
  /** The stake in USDT. */
  readonly amount: Decimal
  readonly durationSeconds: number
  /** The percentage that the user saw. */
  readonly claimedRatio?: number | undefined
}

/** Limits for a trade. Each is undefined if it is unknown, as in a browser at first. */
export interface FuturesRoom {
  /** 1e-8 USDT. */
  readonly available: Units | undefined
  readonly limits: FuturesLimits | undefined
  /** The stakes of the user's open trades. */
  readonly userOpen: Units | undefined
  /** What all open trades of the symbol win at most. */
  readonly symbolOwed: Units | undefined
}

export interface FuturesMarket {
  readonly hasPrice: boolean
  /** Ticks arrive often enough. */
  readonly isOffered: boolean
}

/**
 * Why a trade cannot be opened; undefined if it can.
 *
 * Refuses  futures.duration_unknown, terms.changed, futures.stake_below_minimum,
 *          futures.stake_above_maximum, price.stale, futures.paused, futures.balance_insufficient,
 *          futures.user_limit, futures.symbol_limit: first match wins
 * Source   docs/product.md, Futures
 */
export function refusalOf(
  { amount, durationSeconds, claimedRatio }: FuturesCommand,
  { hasPrice, isOffered, ...room }: FuturesRoom & FuturesMarket,
): Refusal | undefined {
  const term = futuresTermFor(durationSeconds)
  if (!term) return refuse('futures.duration_unknown', { seconds: durationSeconds })
  const { profitRatio } = term
  if (claimedRatio !== undefined && claimedRatio !== profitRatio) {
    return refuse('terms.changed', { field: 'profitRatio', actual: profitRatio })
  }
  const stake = parseUnits(amount)
  const symbol = FUTURES_CURRENCY
  if (stake < parseUnits(FUTURES_STAKE_MINIMUM)) {
    return refuse('futures.stake_below_minimum', { minimum: FUTURES_STAKE_MINIMUM, symbol })
  }
  const maximum = room.limits?.stakeMaximum
  if (maximum !== undefined && stake > parseUnits(maximum)) {
    return refuse('futures.stake_above_maximum', { maximum, symbol })
  }
  if (!hasPrice) return refuse('price.stale')
  if (!isOffered) return PAUSED
  if (room.available !== undefined && stake > room.available) {
    return refuse('futures.balance_insufficient')
  }
  return limitRefusal(stake, profitRatio, room)
}

function limitRefusal(
  stake: Units,
  profitRatio: number,
  { limits, userOpen, symbolOwed }: FuturesRoom,
): Refusal | undefined {
  if (!limits) return undefined
  const symbol = FUTURES_CURRENCY
  const { userOpenMaximum, symbolOwedMaximum } = limits
  if (userOpen !== undefined && userOpen + stake > parseUnits(userOpenMaximum)) {
    const open = formatUnits(userOpen)
    return refuse('futures.user_limit', { maximum: userOpenMaximum, open, symbol })
  }
  const owed = potentialOf(stake, profitRatio)
  if (symbolOwed !== undefined && symbolOwed + owed > parseUnits(symbolOwedMaximum)) {
    return refuse('futures.symbol_limit', {
      largest: largestStake({ symbolOwed, limits, profitRatio }),
      symbol,
    })
  }
  return undefined
}

/** The largest stake that the symbol's limit still allows, at a profit ratio. */
function largestStake(given: {
  readonly symbolOwed: Units
  readonly limits: FuturesLimits
  readonly profitRatio: number
}): Decimal {
  const { symbolOwed, limits, profitRatio } = given
  const left = parseUnits(limits.symbolOwedMaximum) - symbolOwed
  return formatUnits(left > 0n ? scaleUnits(left, 100n, BigInt(profitRatio), 'down') : 0n)
}

/** The largest stake that every known limit still allows; undefined if none is known. */
export function largestStakeOf(
  profitRatio: number,
  { available, limits, userOpen, symbolOwed }: FuturesRoom,
): Units | undefined {
  const candidates = [
    available,
    limits && parseUnits(limits.stakeMaximum),
    limits && userOpen !== undefined ? parseUnits(limits.userOpenMaximum) - userOpen : undefined,
    limits && symbolOwed !== undefined
      ? parseUnits(largestStake({ symbolOwed, limits, profitRatio }))
      : undefined,
  ].filter((each) => each !== undefined)
  if (candidates.length === 0) return undefined
  const least = candidates.reduce((one, other) => (one < other ? one : other))
  return least > 0n ? least : 0n
}
