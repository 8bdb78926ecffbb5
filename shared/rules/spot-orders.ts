import {
  type Decimal,
  divideUnits,
  formatUnits,
  formatUnitsInFull,
  isRecordable,
  multiplyUnits,
  parseUnits,
  tryParsePositive,
  type Units,
} from '#shared/money.ts'
import { type Refusal, refuse } from '#shared/refusal.ts'

/** Spot trading. Source: docs/product.md, Spot orders. */

export const SPOT_PAIRS = ['BTC/USDT'] as const
export type SpotPair = (typeof SPOT_PAIRS)[number]

/** Limit prices are multiples of this step, in the quote asset. */
export const PRICE_STEP: Decimal = '0.01'

/**
 * An approval is refused if the live price is further than this from a market order's quote, or
 * further than this beyond a limit. The placement records it: a changed value applies only to later
 * orders.
 */
export const PRICE_MOVE_PERCENT_MAX = 2
/** For orders from before it was recorded. Never change this value. */
export const PRICE_MOVE_PERCENT_UNRECORDED = 2

/**
 * A market order may contain a price that was current this long ago, so that a newer tick does not
 * invalidate the price that the user saw.
 */
export const QUOTE_AGE_MS_MAX = 10_000

export const SPOT_STATUSES = [
  'pending_approval',
  'pending',
  'approved',
  'rejected',
  'cancelled',
  'filled',
  'executed',
] as const
export type SpotStatus = (typeof SPOT_STATUSES)[number]

/** Current Orders lists these; Order History lists everything else. */
export const CURRENT_SPOT_STATUSES: readonly SpotStatus[] = ['pending', 'pending_approval']

export function pairOf(pair: SpotPair): { readonly base: string; readonly quote: string } {
  const [base, quote] = pair.split('/') as [string, string]
  return { base, quote }
}

/** What a buy freezes, in the quote asset. Rounded up: the platform never gives away a fraction. */
export function costOf(amount: Units, price: Units): Units {
  return multiplyUnits(amount, price, 'up')
}

/** What a sell pays out, in the quote asset. Rounded down for the same reason. */
export function proceedsOf(amount: Units, price: Units): Units {
  return multiplyUnits(amount, price, 'down')
}

export interface OrderCommand {
  readonly symbol: SpotPair
  readonly side: 'buy' | 'sell'
  /** Absent: limit if a price is given, otherwise market. */
  readonly orderType?: 'market' | 'limit' | undefined
  /** In the base asset; absent if `spend` is used instead. */
  readonly amount?: Decimal | undefined
  /** For a market buy: spend all of this, in the quote asset, on as much as it buys. */
  readonly spend?: Decimal | undefined
  /** The limit; for a market order a claim: the price that the user saw. */
  readonly price?: Decimal | null | undefined
}

export interface OrderFacts {
  /** The available balance of an asset; undefined if unknown. */
  readonly available: (symbol: string) => Units | undefined
  /** The price that a market order quotes; undefined if there is none. */
  readonly marketPrice: Decimal | undefined
}

/**
 * Why an order cannot be placed; undefined if it can.
 *
 * Units    amount: base asset; spend, price: quote asset
 * Refuses  order.fields_missing, order.amount_and_spend, price.stale, order.price_step,
 *          order.too_large, order.too_small, balance.insufficient: first match wins
 * Source   docs/product.md, Spot orders
 */
export function refusalOf(
  command: OrderCommand,
  { available, marketPrice }: OrderFacts,
): Refusal | undefined {
  const isLimit = orderTypeOf(command) === 'limit'
  const { amount, spend, side } = command
  if ((isLimit && !command.price) || !(amount || spend)) return refuse('order.fields_missing')
  if (spend && (amount || isLimit || side === 'sell')) return refuse('order.amount_and_spend')
  const price = isLimit ? command.price : marketPrice
  if (!price) return refuse('price.stale')
  if (isLimit && parseUnits(price) % parseUnits(PRICE_STEP) !== 0n) {
    return refuse('order.price_step', { step: PRICE_STEP })
  }
  const units = parseUnits(amountAt(command, price))
  const { symbol, units: reserved } = reserveOf(command, price)
  const unrecordable = sizeRefusalOf(units, reserved, parseUnits(price))
  if (unrecordable) return unrecordable
  const there = available(symbol)
  if (there === undefined || reserved <= there) return undefined
  return insufficientBalance(symbol, reserved, there)
}

/** Why the ledger could not record what an order moves; undefined if it can. */
function sizeRefusalOf(amount: Units, reserved: Units, price: Units): Refusal | undefined {
  const moved = [amount, reserved, costOf(amount, price)]
  if (!moved.every(isRecordable)) return refuse('order.too_large')
  return proceedsOf(amount, price) === 0n ? refuse('order.too_small') : undefined
}

export function orderTypeOf({ orderType, price }: OrderCommand): 'market' | 'limit' {
  return orderType ?? (price ? 'limit' : 'market')
}

/** The amount of an order, in the base asset; for an order with `spend`, what that buys. */
export function amountAt({ amount, spend }: OrderCommand, price: Decimal): Decimal {
  if (!spend) return amount ?? '0'
  return formatUnits(divideUnits(parseUnits(spend), parseUnits(price), 'down'))
}

/** What an order freezes: the quote asset for a buy, the base asset for a sell. */
export function reserveOf(
  command: OrderCommand,
  price: Decimal,
): { readonly symbol: string; readonly units: Units } {
  const { base, quote } = pairOf(command.symbol)
  const units = parseUnits(amountAt(command, price))
  if (command.side === 'sell') return { symbol: base, units }
  const { spend } = command
  return { symbol: quote, units: spend ? parseUnits(spend) : costOf(units, parseUnits(price)) }
}

/** Required and available with all 8 decimals. */
export function insufficientBalance(symbol: string, required: Units, available: Units): Refusal {
  return refuse('balance.insufficient', {
    symbol,
    required: formatUnitsInFull(required),
    available: formatUnitsInFull(available),
  })
}

/** Whether the market is at a limit. */
export type LimitStanding = 'waiting' | 'reached' | 'passed'

/** The values that compare a limit order with the market. */
export interface Limit {
  readonly side: 'buy' | 'sell'
  /** The limit. */
  readonly price: Decimal
  /** Whole percent; absent if the placement did not record it. */
  readonly movePercentMax?: number | undefined
}

/** How far the market may be from the price of an order, in percent. */
export function movePercentOf({ movePercentMax }: Pick<Limit, 'movePercentMax'>): number {
  return movePercentMax ?? PRICE_MOVE_PERCENT_UNRECORDED
}

/**
 * Where a limit order stands against the market. `reached`: the market is at the limit or up to a few
 * percent beyond it, below for a buy and above for a sell.
 *
 * Executed before that, an order would take money from the platform; executed further beyond, it
 * would cost its owner more than the market does.
 */
export function limitStanding(limit: Limit, live: Decimal): LimitStanding {
  const from = parseUnits(limit.price)
  const beyond = limit.side === 'buy' ? from - parseUnits(live) : parseUnits(live) - from
  if (beyond < 0n) return 'waiting'
  return beyond * 100n > from * BigInt(movePercentOf(limit)) ? 'passed' : 'reached'
}

interface Money {
  readonly symbol: string
  readonly amount: Decimal
}

/** What decides the execution of a pending order. */
export interface WaitingOrder extends Limit {
  readonly symbol: SpotPair
  readonly orderType: 'market' | 'limit'
  readonly amount: Decimal
  /** The limit, or the quote of a market order. */
  readonly price: Decimal
  readonly reserved: Money
  /** It buys as much as its reserve pays for, not only its amount. */
  readonly spendsAll?: true | undefined
}

/** What an execution exchanges. */
export interface Execution {
  readonly price: Decimal
  /** In the base asset. */
  readonly amount: Decimal
  readonly spent: Money
  readonly received: Money
  /** What was frozen and not spent. */
  readonly returned: Money
}

/**
 * What an order becomes at a live price: a limit order is executed at its limit, a market order at
 * the live price. A buy never spends more than its reserve: if the price has risen, it buys what
 * the reserve pays for.
 *
 * Units    1e-8; amount and proceeds rounded down, cost rounded up
 * Source   docs/product.md, Spot orders
 */
export function executionOf(order: WaitingOrder, live: Decimal): Execution {
  const { symbol, side, orderType, reserved } = order
  const { base, quote } = pairOf(symbol)
  const price = orderType === 'limit' ? order.price : live
  const [at, held] = [parseUnits(price), parseUnits(reserved.amount)]
  if (side === 'sell') {
    const received = { symbol: quote, amount: formatUnits(proceedsOf(held, at)) }
    const returned = { symbol: base, amount: '0' }
    return { price, amount: reserved.amount, spent: reserved, received, returned }
  }
  const affordable = divideUnits(held, at, 'down')
  const asked = parseUnits(order.amount)
  const bought = order.spendsAll || asked > affordable ? affordable : asked
  const cost = costOf(bought, at)
  const amount = formatUnits(bought)
  return {
    price,
    amount,
    spent: { symbol: quote, amount: formatUnits(cost) },
    received: { symbol: base, amount },
    returned: { symbol: quote, amount: formatUnits(held - cost) },
  }
}

/**
 * Why an order cannot be executed at the live price; undefined if it can.
 *
 * Refuses  price.stale, price.moved (also where nothing would be exchanged, or more than the ledger
 *          takes): first match wins
 * Source   docs/product.md, Spot orders
 */
export function executionRefusalOf(
  order: WaitingOrder,
  live: Decimal | undefined,
): Refusal | undefined {
  if (live === undefined) return refuse('price.stale')
  const { symbol, orderType, price } = order
  const isNear =
    orderType === 'limit'
      ? limitStanding(order, live) === 'reached'
      : !priceMovedTooFar(order, live)
  if (isNear && tryParsePositive(executionOf(order, live).received.amount) !== undefined) {
    return undefined
  }
  return refuse('price.moved', { symbol: pairOf(symbol).base, current: live, quoted: price })
}

/** True when `live` is further from the quote than an approval may be, in either direction. */
function priceMovedTooFar(order: WaitingOrder, live: Decimal): boolean {
  const from = parseUnits(order.price)
  const distance = parseUnits(live) - from
  const absolute = distance < 0n ? -distance : distance
  return absolute * 100n > from * BigInt(movePercentOf(order))
}
