import type { Aggregate, Decision, PriceProof } from '#server/events/decider.ts'
import type { DataOf, Money, RecordedTick } from '#server/events/event-definition.ts'
import {
  type ApprovalFacts,
  firstOfTwo,
  type MayNeedSecondApproval,
  type Reviewer,
  reviewRefusal,
  weightOf,
} from '#server/reviews/decide-review.ts'
import { type RequestEvent, requestEvents } from '#server/reviews/events.ts'
import { type Decimal, parseUnits } from '#shared/money.ts'
import { isRefusal, refuse } from '#shared/refusal.ts'
import {
  type Execution,
  executionOf,
  executionRefusalOf,
  pairOf,
  type SpotPair,
  type SpotStatus,
} from '#shared/rules/spot-orders.ts'
import { epochMsOf, type Instant } from '#shared/time.ts'
import { type SpotOrderEvent as OwnEvent, spotOrderEvents } from './events.ts'

export type SpotOrderEvent = OwnEvent | RequestEvent

/** A spot order as shown to its owner and reviewers. */
export interface SpotOrderState
  extends MayNeedSecondApproval,
    Omit<DataOf<typeof spotOrderEvents, 'SpotOrderPlaced'>, 'symbol'> {
  readonly status: 'none' | SpotStatus
  readonly symbol: SpotPair
  readonly executedPrice: Decimal | null
  /**
   * What the approval exchanged, at which tick, and which one that tick follows; missing in orders
   * from before it was recorded.
   */
  readonly execution?: Omit<Execution, 'price'> & {
    readonly tick: RecordedTick
    readonly last?: RecordedTick
  }
  /** In those earlier orders, the tick at which a limit was reached; missing in the oldest ones. */
  readonly reachedAt?: RecordedTick
  readonly reason: string | null
  readonly updatedAt: Instant
  readonly reviewedAt: Instant | null
  readonly reviewedBy: string | null
  /** Left out if its owner can see it. */
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
  shape: 2,
  events: { ...spotOrderEvents, ...requestEvents },
  initial,
  evolve,
  approval: {
    first: 'FirstApprovalGiven',
    last: 'SpotOrderExecuted',
    // At its own price, because the price of the execution is unknown when it is signed.
    moves: (state) => movedBy(state, undefined),
  },
  summarise: ({ status }) => ({ status, waiting: status === 'pending_approval' }),
  holds: ({ status, reserved }) => (status === 'pending_approval' ? [reserved] : []),
  restsOn,
  faultOf,
}

/** The tick of its quote was recorded, and it was executed at the first tick after the approval. */
function restsOn({ symbol, quote, execution, reviewedAt }: SpotOrderState): PriceProof[] {
  if (!execution || !reviewedAt) return []
  const { base } = pairOf(symbol)
  const { tick, last } = execution
  const known = [quote, last].flatMap((each) => (each ? [{ symbol: base, tick: each }] : []))
  const after = last ? { firstAfter: last } : {}
  return [...known, { symbol: base, tick, notBefore: reviewedAt, ...after }]
}

/**
 * Recomputes the exchanged amounts from the tick, and checks that the market was at the limit or
 * near the quote.
 */
function faultOf(state: SpotOrderState): string | undefined {
  const { execution, reachedAt, price, executedPrice } = state
  const tick = execution?.tick ?? reachedAt
  if (!tick) return undefined
  if (executionRefusalOf(state, tick.price)) {
    return 'it was executed while the market was not at its price'
  }
  const meant = executionOf(state, tick.price)
  if (!execution) return executedPrice === price ? undefined : 'it was not executed at its limit'
  const { spent, received, returned } = execution
  const isMeant =
    executedPrice === meant.price &&
    execution.amount === meant.amount &&
    isSame(spent, meant.spent) &&
    isSame(received, meant.received) &&
    isSame(returned, meant.returned)
  return isMeant ? undefined : 'what it exchanged does not follow from its price'
}

function isSame(money: Money, other: Money): boolean {
  return money.symbol === other.symbol && parseUnits(money.amount) === parseUnits(other.amount)
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
      const { price: executedPrice } = event.data
      return {
        ...reviewed(state, event.data),
        ...executedBy(state, event.data),
        status: 'executed',
        executedPrice,
      }
    }
    case 'SpotOrderRejected':
      return { ...reviewed(state, event.data), status: 'rejected', reason: event.data.reason }
    case 'SpotOrderCancelled':
      return { ...state, status: 'cancelled', updatedAt: event.data.cancelledAt }
    case 'EntryHidden':
      return { ...state, hiddenForUser: true }
  }
}

function executedBy(
  { orderType }: SpotOrderState,
  executed: DataOf<typeof spotOrderEvents, 'SpotOrderExecuted'>,
): Pick<SpotOrderState, 'execution' | 'reachedAt'> {
  const { tick, last, amount, spent, received, returned } = executed
  if (!tick) return {}
  if (amount && returned) {
    return { execution: { tick, ...(last && { last }), amount, spent, received, returned } }
  }
  return orderType === 'limit' ? { reachedAt: tick } : {}
}

function reviewed(
  state: SpotOrderState,
  { reviewedAt, reviewedBy }: { readonly reviewedAt: Instant; readonly reviewedBy: string },
): SpotOrderState {
  return { ...state, reviewedAt, reviewedBy, updatedAt: reviewedAt }
}

/**
 * An approval executes at the first price that is recorded after it: a limit order at its limit
 * while the market is there, a market order at that price while it is near the quote. With a price
 * that was already known, the owner, who may cancel, could choose between it and the prices of
 * other markets. The same limits apply to the first of two approvals, at the live price.
 *
 * State    pending_approval → executed; pending_approval with a first approval, if two are needed
 * Units    as `executionOf`
 * Refuses  item.unknown, access.own_request, order.not_pending, price.stale, price.moved,
 *          approval.second_person, order.awaiting_price: first match wins; the order then stays as
 *          it is
 * Source   docs/product.md, Spot orders
 */
export function approveSpotOrder(
  state: SpotOrderState,
  facts: ApprovalFacts & {
    /** The current tick; for an execution, the first one recorded after the approval arrived. */
    readonly live: RecordedTick | undefined
    /** For an execution, the last tick recorded before the approval arrived. */
    readonly last?: RecordedTick | undefined
  },
): Decision<SpotOrderEvent> {
  const stopped = reviewRefusal(state, facts, WAITING)
  if (stopped) return stopped
  const { live: tick, last } = facts
  const tooFar = executionRefusalOf(state, tick?.price)
  if (tooFar || !tick) return tooFar ?? refuse('price.stale')
  const first = firstOfTwo(state, null, facts)
  if (first) return first
  if (epochMsOf(tick.at) < epochMsOf(facts.at)) return refuse('order.awaiting_price')
  return {
    type: 'SpotOrderExecuted',
    data: {
      ...executionOf(state, tick.price),
      tick,
      ...(last && { last }),
      quote: state.quote,
      reviewedBy: facts.reviewerId,
      reviewedAt: facts.at,
      ...weightOf(state, facts),
    },
  }
}

/** Whether the first price since the approval decides, either now or once it is recorded. */
export function wouldExecute(decision: Decision<SpotOrderEvent>): boolean {
  return isRefusal(decision)
    ? decision.refused === 'order.awaiting_price'
    : decision.type === 'SpotOrderExecuted'
}

/** What an approval moves at a live price: what the order gives and what it receives. */
export function movedBy(
  state: SpotOrderState,
  live: RecordedTick | undefined,
): readonly (readonly Readonly<Money>[])[] {
  const { spent, received } = executionOf(state, live?.price ?? state.price)
  return [[spent], [received]]
}

/**
 * Rejection releases what the order held.
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
 * The owner cancels an undecided order.
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
