import { readRequest } from '#server/projections/requests-for-review.ts'
import { onlyDecision, type ReviewSource } from '#server/reviews/review-source.ts'
import { type AdminOrder, adminOrder } from '#shared/contract/spot-orders.ts'
import { pairOf } from '#shared/rules/spot-orders.ts'
import { type SpotOrderState, spotOrders } from './decider.ts'
import { presentAdminOrder } from './present.ts'

const { kind } = spotOrders

/** What orders give to the review desk. */
export const spotOrderReviews: ReviewSource<SpotOrderState, AdminOrder> = {
  kind,
  subject: adminOrder,
  summarise: ({ symbol, side, orderType, amount, placedAt }) => ({
    asset: pairOf(symbol).base,
    amount,
    note: `${side === 'buy' ? 'Buy' : 'Sell'} ${symbol}, ${orderType}`,
    since: placedAt,
  }),
  present: async (services, id) => {
    const item = await readRequest<SpotOrderState>(services.pool, kind, id)
    return item && presentAdminOrder(item, services)
  },
  decisions: (id, state) => onlyDecision(id, { ...state, rejectionReason: state.reason }),
}
