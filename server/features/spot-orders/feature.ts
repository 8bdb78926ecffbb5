import { defineFeature } from '#server/feature.ts'
import { hideEntry } from '#server/reviews/decide-hiding.ts'
import { historyOf } from '#server/reviews/history-source.ts'
import { ordersOf } from '#server/reviews/order-source.ts'
import { onlyDecision, reviewsOf } from '#server/reviews/review-source.ts'
import { adminOrder } from '#shared/contract/spot-orders.ts'
import { pairOf } from '#shared/rules/spot-orders.ts'
import { msg, textOf } from '#shared/text/t.ts'
import { atTheirLimit } from './at-their-limit.ts'
import { spotOrders } from './decider.ts'
import { spotOrderEvents } from './events.ts'
import { presentAdminOrder } from './present.ts'
import { registerSpotOrderRoutes } from './routes.ts'

export const spotOrderFeature = defineFeature({
  name: 'spot-orders',
  events: spotOrderEvents,
  audit: { area: 'orders', label: msg('Spot orders') },
  shownToOwner: ['SpotOrderRejected'],
  aggregate: spotOrders,
  live: { action: 'trades' },
  routes: registerSpotOrderRoutes,
  review: reviewsOf(spotOrders, {
    subject: adminOrder,
    summarise: ({ symbol, side, orderType, amount, placedAt }) => ({
      asset: pairOf(symbol).base,
      amount,
      note: textOf(
        '{side, select, buy {Buy} other {Sell}} {pair}, {orderType, select, market {market} other {limit}}',
        { side, pair: symbol, orderType },
      ),
      since: placedAt,
    }),
    present: presentAdminOrder,
    reached: atTheirLimit,
    decides: { SpotOrderExecuted: 'SpotOrderPlaced', SpotOrderRejected: 'SpotOrderPlaced' },
    decisions: (id, state) => onlyDecision(id, { ...state, rejectionReason: state.reason }),
  }),
  reviewNotification: {
    kind: 'order-review',
    label: msg('Orders'),
    hint: msg('A new one is waiting for review.'),
    texts: {
      SpotOrderPlaced: {
        title: msg('New spot order'),
        body: msg('An order is waiting for review.'),
      },
    },
  },
  notifications: [
    {
      kind: 'order',
      to: 'owner',
      label: msg('Spot orders'),
      hint: msg('Executed or rejected.'),
      url: '/exchange?tab=history',
      texts: {
        SpotOrderExecuted: {
          title: msg('Order executed'),
          body: msg('Your order was approved and executed. Open the app to see the price.'),
        },
        SpotOrderRejected: {
          title: msg('Order rejected'),
          body: msg('Your order was rejected. The funds are available again.'),
        },
      },
    },
  ],
  orders: ordersOf(spotOrders, {
    market: 'spot',
    statusOf: (status) => status,
    present: presentAdminOrder,
  }),
  history: historyOf(spotOrders, {
    type: 'order',
    list: 'orders',
    over: ['executed', 'rejected', 'cancelled'],
    entry: ({ side, symbol, amount, execution, placedAt }) => ({
      title: textOf('{side, select, buy {Buy} other {Sell}} {pair}', { side, pair: symbol }),
      amount: execution?.amount ?? amount,
      symbol: pairOf(symbol).base,
      created_at: placedAt,
    }),
    hide: hideEntry,
  }),
})
