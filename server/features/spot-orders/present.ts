import type { Listed } from '#server/projections/documents.ts'
import type { ReviewItem } from '#server/queries/requests-for-review.ts'
import type { ReviewServices } from '#server/reviews/approvals.ts'
import { approvalStanding, presentUserDetails } from '#server/reviews/present-review.ts'
import type { AdminOrder, SpotTrade } from '#shared/contract/spot-orders.ts'
import { executionOf, movePercentOf, pairOf, type SpotStatus } from '#shared/rules/spot-orders.ts'
import { movedBy, type SpotOrderState } from './decider.ts'

/** An order as shown to its owner. */
export function presentTrade({ id, state }: Listed<SpotOrderState>): SpotTrade {
  const { userId, updatedAt, hiddenForUser: archived = false } = state
  return { id, userId, ...order(state), updatedAt, archived }
}

/** As shown in the dashboard. */
export function presentAdminOrder(
  item: ReviewItem<SpotOrderState>,
  needs: ReviewServices,
): AdminOrder {
  const { id, state, reviewer } = item
  const isWaiting = state.status === 'pending_approval'
  const live = needs.prices.current(pairOf(state.symbol).base)
  const moved = isWaiting ? ({ ways: movedBy(state, live), flow: 'within' } as const) : null
  return {
    ...approvalStanding(item, moved, needs),
    id,
    market: 'spot',
    ...order(state),
    result: null,
    duration: null,
    reviewedAt: state.reviewedAt,
    reviewedBy: reviewer,
    userDetails: presentUserDetails(item),
  }
}

function order(state: SpotOrderState) {
  const isLimit = state.orderType === 'limit'
  return {
    symbol: state.symbol,
    side: state.side,
    type: state.orderType,
    amount: state.amount,
    spendsAll: state.spendsAll ?? false,
    price: isLimit ? state.price : null,
    quotedPrice: isLimit ? null : state.price,
    quoteTick: state.quote,
    movePercentMax: movePercentOf(state),
    held: state.reserved.amount,
    heldSymbol: state.reserved.symbol,
    ...resultOf(state),
    status: statusOf(state),
    reason: state.reason,
    createdAt: state.placedAt,
  }
}

function resultOf(state: SpotOrderState) {
  const { status, symbol, side, reserved, executedPrice, execution, reachedAt } = state
  const { base, quote } = pairOf(symbol)
  const receivedSymbol = side === 'buy' ? base : quote
  const nothing = { executedAmount: null, spent: null, received: null, executionTick: null }
  if (executedPrice === null) {
    const isReleased = status === 'rejected' || status === 'cancelled'
    const returned = isReleased ? reserved.amount : null
    return { ...nothing, executedPrice, receivedSymbol, returned }
  }
  // Orders from before executions were recorded exchanged their whole reserve, at their own price.
  const { amount, spent, received, returned } = execution ?? executionOf(state, executedPrice)
  return {
    executedPrice,
    executedAmount: amount,
    spent: spent.amount,
    received: received.amount,
    receivedSymbol,
    executionTick: execution?.tick ?? reachedAt ?? null,
    returned: returned.amount,
  }
}

function statusOf({ status }: SpotOrderState): SpotStatus {
  if (status === 'none') throw new Error('an order that was never placed is on a list')
  return status
}
