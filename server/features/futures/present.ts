import { recordedTick } from '#server/events/event-definition.ts'
import type { QuotedTick } from '#server/prices/tick-log.ts'
import type { Listed } from '#server/projections/documents.ts'
import type { ReviewItem } from '#server/queries/requests-for-review.ts'
import { presentUserDetails } from '#server/reviews/present-review.ts'
import type { Services } from '#server/services.ts'
import type {
  AdminFuturesTrade,
  FuturesTrade,
  RecordedFuturesTick,
} from '#shared/contract/futures.ts'
import type { AdminOrder } from '#shared/contract/spot-orders.ts'
import { type Decimal, formatUnits, parseUnits, type Units } from '#shared/money.ts'
import { FUTURES_CURRENCY, pricedAssetOf, VOID_REASONS } from '#shared/rules/futures.ts'
import { epochMsOf, SECOND_MS } from '#shared/time.ts'
import { type FuturesState, rulesOf } from './decider.ts'

/** Maps the contract's status to the status of documents in the log. */
export const STATUS_OF = { pending: 'active', completed: 'completed', rejected: 'voided' } as const

const WORD_OF = {
  opening: 'opening',
  active: 'pending',
  completed: 'completed',
  voided: 'rejected',
} as const

/** A trade as shown to its owner. */
export function presentFutures({ id, state }: Listed<FuturesState>, nowMs: number): FuturesTrade {
  const { status, entry, request, settlement, voidReason } = state
  if (status === 'none') throw new Error('a trade that was never asked for is on a list')
  return {
    id,
    user_id: state.userId,
    symbol: state.symbol,
    side: state.side,
    amount: state.stake.amount,
    duration: state.durationSeconds,
    profit_ratio: state.profitRatio,
    seen_price: request?.seenPrice ?? null,
    entry_price: entry?.price ?? null,
    exit_price: settlement?.price ?? null,
    created_at: request?.requestedAt ?? state.openedAt,
    opened_at: entry && state.openedAt,
    expires_at: entry && state.endsAt,
    remaining_ms: remainingMs(state, nowMs),
    status: WORD_OF[status],
    result: state.result,
    final_amount: state.finalAmount,
    profit_loss: state.profitLoss,
    settled_at: state.settledAt,
    last_tick: request?.last ?? null,
    entry_tick: entry,
    settlement_tick: settlement,
    void_reason: voidReason && VOID_REASONS[voidReason],
    tick_rules: rulesOf(state),
    archived: state.hiddenForUser,
  }
}

/** The duration counts from the entry: until then, all of it is left. */
function remainingMs({ status, endsAt, durationSeconds }: FuturesState, nowMs: number): number {
  if (status === 'opening') return durationSeconds * SECOND_MS
  return Math.max(0, epochMsOf(endsAt) - nowMs)
}

/** As shown to staff. */
export function presentAdminFutures(
  item: ReviewItem<FuturesState>,
  nowMs: number,
): AdminFuturesTrade {
  return { ...presentFutures(item, nowMs), userDetails: presentUserDetails(item) }
}

/** How much of the time before the end is shown, to make the price movement visible. */
const SHOWN_BEFORE_MS = 30 * SECOND_MS

/**
 * The recorded ticks from which anyone can check how a trade began and ended, in recorded order:
 * from the last one before its request to its entry, and around its end up to the one that decided.
 * The trade stores its own ticks; the others are available only as long as ticks are kept.
 */
export async function ticksBehind(
  prices: Services['prices'],
  state: FuturesState,
): Promise<RecordedFuturesTick[]> {
  const ticks = [...(await entryTicks(prices, state)), ...(await endTicks(prices, state))]
  const known = new Map(ticks.map((tick) => [tick.id, tick]))
  return [...known.values()]
    .sort((one, other) => Number(one.position - other.position))
    .map((tick) => ({ ...recordedTick(tick), position: String(tick.position) }))
}

async function entryTicks(prices: Services['prices'], state: FuturesState): Promise<QuotedTick[]> {
  const { symbol, request, entry, after } = state
  if (!request) return []
  const { last, requestedAt } = request
  const next = entry ?? after
  const requestedMs = epochMsOf(requestedAt)
  return prices.ticksBetween(pricedAssetOf(symbol), last.source, {
    fromMs: Math.min(epochMsOf(last.at), requestedMs),
    toMs: next ? epochMsOf(next.at) : requestedMs + rulesOf(state).entryWindowMs,
    and: [last, next].flatMap((tick) => (tick ? [tick.id] : [])),
  })
}

async function endTicks(prices: Services['prices'], state: FuturesState): Promise<QuotedTick[]> {
  const { symbol, entry, before, settlement, after, endsAt } = state
  if (!entry) return []
  const last = settlement ?? after
  const endsMs = epochMsOf(endsAt)
  const ticks = await prices.ticksBetween(pricedAssetOf(symbol), entry.source, {
    fromMs: endsMs - SHOWN_BEFORE_MS,
    toMs: last ? epochMsOf(last.at) : endsMs + rulesOf(state).settlementWindowMs,
    and: [entry, before, last].flatMap((tick) => (tick ? [tick.id] : [])),
  })
  const end = ticks.findIndex(({ id }) => id === last?.id)
  return end < 0 ? ticks : ticks.slice(0, end + 1)
}

/** As an order in the list of all orders: a loss is "spent", a win is "received". */
export function presentFuturesOrder(
  item: ReviewItem<FuturesState>,
  { clock }: Pick<Services, 'clock'>,
): AdminOrder {
  const { id, symbol, side, amount, duration, status, result, void_reason, ...trade } =
    presentAdminFutures(item, clock.now())
  const profit = trade.profit_loss === null ? null : parseUnits(trade.profit_loss)
  const returned = returnedOf(amount, profit)
  return {
    ...{ id, symbol, side, amount, status, result, duration, returned },
    market: 'futures',
    type: 'market',
    spendsAll: false,
    price: trade.entry_price,
    quotedPrice: trade.seen_price,
    quoteTick: null,
    held: amount,
    heldSymbol: FUTURES_CURRENCY,
    executedPrice: trade.exit_price,
    executedAmount: null,
    spent: profit === null ? null : formatUnits(profit < 0n ? -profit : 0n),
    received: profit === null ? null : formatUnits(profit > 0n ? profit : 0n),
    receivedSymbol: FUTURES_CURRENCY,
    executionTick: trade.settlement_tick,
    reason: void_reason,
    createdAt: trade.created_at,
    reviewedAt: trade.settled_at,
    reviewedBy: null,
    needs_second_approval: false,
    second_approval_reason: null,
    second_person_missing: false,
    first_approval: null,
    userDetails: trade.userDetails,
  }
}

function returnedOf(stake: Decimal, profit: Units | null): Decimal | null {
  return profit === null ? null : formatUnits(parseUnits(stake) + (profit < 0n ? profit : 0n))
}
