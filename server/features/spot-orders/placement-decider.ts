import type { Decision } from '#server/events/decider.ts'
import type { RecordedTick } from '#server/events/event-definition.ts'
import { type Decimal, formatUnits, parseUnits, type Units } from '#shared/money.ts'
import { isRefusal, type Refusal, refuse } from '#shared/refusal.ts'
import {
  amountAt,
  type OrderCommand,
  orderTypeOf,
  PRICE_MOVE_PERCENT_MAX,
  refusalOf,
  reserveOf,
} from '#shared/rules/spot-orders.ts'
import type { Instant } from '#shared/time.ts'
import type { SpotOrderEvent } from './decider.ts'

export interface PlaceSpotOrder extends OrderCommand {
  readonly userId: string
  readonly userNo: string
  /** A claim: the user whose order it is. */
  readonly claimedUserId?: string | undefined
  /** For a market order: the id of the tick shown to the user. */
  readonly priceId?: string | undefined
}

export interface PlacementFacts {
  readonly at: Instant
  /** The caller's available balance of an asset. */
  readonly available: (symbol: string) => Units
  /** The live price of the base asset; undefined if it is stale. */
  readonly current: RecordedTick | undefined
  /** Ticks recent enough for a market order to quote, including the current one; newest first. */
  readonly quotable: readonly RecordedTick[]
}

/**
 * An order freezes its maximum cost (the quote asset for a buy, the base asset for a sell) and
 * waits for approval. A market order is quoted the price that was shown to the user.
 *
 * State    none → pending_approval
 * Units    amount: base asset; price, cost, spend: quote asset, cost rounded up
 * Refuses  access.forbidden, terms.changed, order.fields_missing, order.amount_and_spend,
 *          price.stale, order.price_step, order.too_large, order.too_small, balance.insufficient:
 *          first match wins
 * Source   docs/product.md, Spot orders
 */
export function placeSpotOrder(
  command: PlaceSpotOrder,
  facts: PlacementFacts,
): Decision<SpotOrderEvent> {
  const { userId, userNo, symbol, side } = command
  if (command.claimedUserId !== undefined && command.claimedUserId !== userId) {
    return refuse('access.forbidden')
  }
  const terms = termsOf(command, facts)
  if (isRefusal(terms)) return terms
  const marketPrice = terms.price ?? undefined
  const refused = refusalOf(command, { available: facts.available, marketPrice })
  if (refused || !terms.price) return refused ?? refuse('price.stale')
  const reserve = reserveOf(command, terms.price)
  return {
    type: 'SpotOrderPlaced',
    data: {
      userId,
      userNo,
      symbol,
      side,
      amount: amountAt(command, terms.price),
      ...(command.spend ? { spendsAll: true } : {}),
      orderType: terms.orderType,
      price: terms.price,
      quote: terms.quote,
      reserved: { symbol: reserve.symbol, amount: formatUnits(reserve.units) },
      movePercentMax: PRICE_MOVE_PERCENT_MAX,
      placedAt: facts.at,
    },
  }
}

interface Terms {
  readonly orderType: 'market' | 'limit'
  /** undefined if none is given, or where the live one is stale. */
  readonly price: Decimal | undefined
  readonly quote: RecordedTick | null
}

/** @returns a refusal if a market order names a price that is no longer quoted */
function termsOf(command: PlaceSpotOrder, { current, quotable }: PlacementFacts): Terms | Refusal {
  const orderType = orderTypeOf(command)
  if (orderType === 'limit') return { orderType, price: command.price ?? undefined, quote: null }
  if (!current) return { orderType, price: undefined, quote: null }
  const quote = quoteNamedBy(command, quotable, current)
  if (!quote) return refuse('terms.changed', { field: 'price', actual: current.price })
  return { orderType, price: quote.price, quote }
}

/** The tick that a market order refers to: by id, by price, or the current one. */
function quoteNamedBy(
  { priceId, price }: PlaceSpotOrder,
  quotable: readonly RecordedTick[],
  current: RecordedTick,
): RecordedTick | undefined {
  if (priceId === undefined && !price) return current
  return quotable.find(
    (tick) =>
      (priceId === undefined || tick.id === priceId) &&
      (!price || parseUnits(tick.price) === parseUnits(price)),
  )
}
