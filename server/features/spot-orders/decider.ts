import type { Aggregate, Decision } from '#server/events/decider.ts'
import type { DataOf, Money, RecordedTick } from '#server/events/event-definition.ts'
import {
  type ApprovalFacts,
  firstOfTwo,
  type Reviewer,
  reviewRefusal,
  type TwicePerhaps,
  weightOf,
} from '#server/reviews/decide-review.ts'
import { type RequestEvent, requestEvents } from '#server/reviews/events.ts'
import { type Decimal, formatUnits, parseUnits, type Units } from '#shared/money.ts'
import { isRefusal, type Refusal, refuse } from '#shared/refusal.ts'
import {
  executionRefusalOf,
  type OrderCommand,
  orderTypeOf,
  pairOf,
  proceedsOf,
  refusalOf,
  reserveOf,
  type SpotPair,
  type SpotStatus,
} from '#shared/rules/spot-orders.ts'
import type { Instant } from '#shared/time.ts'
import { type SpotOrderEvent as OwnEvent, spotOrderEvents } from './events.ts'

export type SpotOrderEvent = OwnEvent | RequestEvent

/** A spot order as its owner and reviewers see it. */
export interface SpotOrderState
  extends TwicePerhaps,
    Omit<DataOf<typeof spotOrderEvents, 'SpotOrderPlaced'>, 'symbol'> {
  readonly status: 'none' | SpotStatus
  readonly symbol: SpotPair
  readonly executedPrice: Decimal | null
  /** The tick at which a limit was reached; absent in orders from before that was required. */
  readonly reachedAt?: RecordedTick
  readonly reason: string | null
  readonly updatedAt: Instant
  readonly reviewedAt: Instant | null
  readonly reviewedBy: string | null
  /** Left out while its owner sees it. */
  readonly hiddenForUser?: true
}

const initial: SpotOrderState = {
  status: 'none',
  userId: '',
  userNo: '',
  symbol: 'BTC/USDT',
  side: 'buy',
  orderType: 'limit',
  amount: '0',
  price: '0',
  quote: null,
  reserved: { symbol: '', amount: '0' },
  executedPrice: null,
  reason: null,
  placedAt: '',
  updatedAt: '',
  reviewedAt: null,
  reviewedBy: null,
}

/** One stream per order: none → pending_approval → executed, rejected or cancelled. */
export const spotOrders: Aggregate<SpotOrderState, SpotOrderEvent> = {
  kind: 'spot-order',
  events: { ...spotOrderEvents, ...requestEvents },
  initial,
  evolve,
  approval: { first: 'FirstApprovalGiven', last: 'SpotOrderExecuted', moves: movedBy },
  summarise: ({ status }) => ({ status, waiting: status === 'pending_approval' }),
  holds: ({ status, reserved }) => (status === 'pending_approval' ? [reserved] : []),
  faultOf,
}

/** A limit order was executed at its limit while the market was there. */
function faultOf(state: SpotOrderState): string | undefined {
  const { reachedAt, price, executedPrice } = state
  if (!reachedAt) return undefined
  const isAtLimit = executedPrice === price && !executionRefusalOf(state, reachedAt.price)
  return isAtLimit ? undefined : 'it was executed while the market was not at its limit'
}

function evolve(state: SpotOrderState, event: SpotOrderEvent): SpotOrderState {
  switch (event.type) {
    case 'SpotOrderPlaced': {
      const { placedAt } = event.data
      const symbol = event.data.symbol as SpotPair
      return { ...state, ...event.data, symbol, status: 'pending_approval', updatedAt: placedAt }
    }
    case 'FirstApprovalGiven':
      return { ...state, firstApproval: event.data }
    case 'SpotOrderExecuted': {
      const { price: executedPrice, tick } = event.data
      const reached = tick && state.orderType === 'limit' ? { reachedAt: tick } : {}
      return { ...reviewed(state, event.data), ...reached, status: 'executed', executedPrice }
    }
    case 'SpotOrderRejected':
      return { ...reviewed(state, event.data), status: 'rejected', reason: event.data.reason }
    case 'SpotOrderCancelled':
      return { ...state, status: 'cancelled', updatedAt: event.data.cancelledAt }
    case 'EntryHidden':
      return { ...state, hiddenForUser: true }
  }
}

function reviewed(
  state: SpotOrderState,
  { reviewedAt, reviewedBy }: { readonly reviewedAt: Instant; readonly reviewedBy: string },
): SpotOrderState {
  return { ...state, reviewedAt, reviewedBy, updatedAt: reviewedAt }
}

export interface PlaceSpotOrder extends OrderCommand {
  readonly userId: string
  readonly userNo: string
  /** Whose order the request says it is: a claim. */
  readonly claimedUserId?: string | undefined
  /** For a market order: the tick that the person saw. */
  readonly priceId?: string | undefined
}

export interface PlacementFacts {
  readonly at: Instant
  /** What the caller has available of an asset. */
  readonly available: (symbol: string) => Units
  /** The live price of the base asset; undefined where it is stale. */
  readonly current: RecordedTick | undefined
  /** Ticks young enough for a market order to name, the current one among them; newest first. */
  readonly quotable: readonly RecordedTick[]
}

/**
 * An order freezes what it may cost, the quote asset for a buy and the base asset for a sell, and
 * waits for approval. A market order is bound to the price that the person saw.
 *
 * State    none → pending_approval
 * Units    amount: base asset; price, cost: quote asset, cost rounded up
 * Refuses  access.forbidden, order.fields_missing, order.price_step, price.stale, terms.changed,
 *          order.too_small, balance.insufficient: first match wins
 * Source   docs/product.md, Spot orders
 */
export function placeSpotOrder(
  command: PlaceSpotOrder,
  facts: PlacementFacts,
): Decision<SpotOrderEvent> {
  const { userId, userNo, symbol, side, amount } = command
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
      amount,
      orderType: terms.orderType,
      price: terms.price,
      quote: terms.quote,
      reserved: { symbol: reserve.symbol, amount: formatUnits(reserve.units) },
      placedAt: facts.at,
    },
  }
}

interface Terms {
  readonly orderType: 'market' | 'limit'
  /** undefined where none is given, or where the live one is stale. */
  readonly price: Decimal | undefined
  readonly quote: RecordedTick | null
}

/** @returns a refusal where a market order names a price that is no longer quoted */
function termsOf(command: PlaceSpotOrder, { current, quotable }: PlacementFacts): Terms | Refusal {
  const orderType = orderTypeOf(command)
  if (orderType === 'limit') return { orderType, price: command.price ?? undefined, quote: null }
  if (!current) return { orderType, price: undefined, quote: null }
  const quote = quoteNamedBy(command, quotable, current)
  if (!quote) return refuse('terms.changed', { field: 'price', actual: current.price })
  return { orderType, price: quote.price, quote }
}

/** The tick that a market order means: by its id, by its price, or the current one. */
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

/**
 * Approval executes at once: at the limit while the market is at it, or at the price that a market
 * order was quoted while the live price is near it. This holds for each of two approvals.
 *
 * State    pending_approval → executed; pending_approval with a first approval, where two are needed
 * Units    spent: the whole reserve; received: proceeds rounded down
 * Refuses  item.unknown, access.own_request, order.not_pending, price.stale, price.moved,
 *          approval.second_person: first match wins; the order then stays as it is
 * Source   docs/product.md, Spot orders
 */
export function approveSpotOrder(
  state: SpotOrderState,
  facts: ApprovalFacts & { readonly live: RecordedTick | undefined },
): Decision<SpotOrderEvent> {
  const stopped = reviewRefusal(state, facts, WAITING)
  if (stopped) return stopped
  const { live: tick } = facts
  const tooFar = executionRefusalOf(state, tick?.price)
  if (tooFar || !tick) return tooFar ?? refuse('price.stale')
  const first = firstOfTwo(state, null, facts)
  if (first) return first
  return {
    type: 'SpotOrderExecuted',
    data: {
      price: state.price,
      tick,
      spent: state.reserved,
      received: receivedFor(state),
      reviewedBy: facts.reviewerId,
      reviewedAt: facts.at,
      ...weightOf(state, facts),
    },
  }
}

/** What an approval moves: what the order gives, and what it gets. */
export function movedBy(state: SpotOrderState): readonly (readonly Readonly<Money>[])[] {
  return [[state.reserved], [receivedFor(state)]]
}

function receivedFor({ symbol, side, amount, price }: SpotOrderState): Money {
  const { base, quote } = pairOf(symbol)
  if (side === 'buy') return { symbol: base, amount }
  return { symbol: quote, amount: formatUnits(proceedsOf(parseUnits(amount), parseUnits(price))) }
}

/**
 * Rejection gives back what the order held.
 *
 * State    pending_approval → rejected
 * Refuses  item.unknown, access.own_request, order.not_pending: first match wins
 * Source   docs/product.md, Spot orders
 */
export function rejectSpotOrder(
  state: SpotOrderState,
  reason: string | null,
  facts: Reviewer,
): Decision<SpotOrderEvent> {
  const stopped = reviewRefusal(state, facts, WAITING)
  if (stopped) return stopped
  const review = { reviewedBy: facts.reviewerId, reviewedAt: facts.at }
  return { type: 'SpotOrderRejected', data: { ...review, reason, released: state.reserved } }
}

const WAITING = { status: 'pending_approval', otherwise: 'order.not_pending' } as const

/**
 * The owner takes an undecided order back.
 *
 * State    pending_approval → cancelled
 * Refuses  item.unknown (also for another user's), order.not_cancellable: first match wins
 * Source   docs/product.md, Spot orders
 */
export function cancelSpotOrder(
  state: SpotOrderState,
  facts: { readonly userId: string; readonly at: Instant },
): Decision<SpotOrderEvent> {
  const { status } = state
  if (status === 'none' || state.userId !== facts.userId) return refuse('item.unknown')
  if (status !== 'pending_approval') return refuse('order.not_cancellable', { status })
  return { type: 'SpotOrderCancelled', data: { cancelledAt: facts.at, released: state.reserved } }
}
