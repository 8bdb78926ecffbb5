import { defineFeature } from '#server/feature.ts'
import { hideEntry } from '#server/reviews/decide-hiding.ts'
import { historyOf } from '#server/reviews/history-source.ts'
import { ordersOf } from '#server/reviews/order-source.ts'
import { onlyDecision, reviewsOf } from '#server/reviews/review-source.ts'
import { adminOrder } from '#shared/contract/spot-orders.ts'
import { pairOf } from '#shared/rules/spot-orders.ts'
import { atTheirLimit } from './at-their-limit.ts'
import { spotOrders } from './decider.ts'
import { spotOrderEvents } from './events.ts'
import { presentAdminOrder } from './present.ts'
import { registerSpotOrderRoutes } from './routes.ts'

export const spotOrderFeature = defineFeature({
  name: 'spot-orders',
  events: spotOrderEvents,
  audit: { area: 'orders', label: 'Spot orders' },
  aggregate: spotOrders,
  live: { action: 'trades' },
  routes: registerSpotOrderRoutes,
  review: reviewsOf(spotOrders, {
    subject: adminOrder,
    summarise: ({ symbol, side, orderType, amount, placedAt }) => ({
      asset: pairOf(symbol).base,
      amount,
      note: `${side === 'buy' ? 'Buy' : 'Sell'} ${symbol}, ${orderType}`,
      since: placedAt,
    }),
    present: presentAdminOrder,
    reached: atTheirLimit,
    decides: { SpotOrderExecuted: 'SpotOrderPlaced', SpotOrderRejected: 'SpotOrderPlaced' },
    decisions: (id, state) => onlyDecision(id, { ...state, rejectionReason: state.reason }),
  }),
  reviewNotification: {
    kind: 'order-review',
    label: 'Orders',
    hint: 'One waits for approval.',
    texts: {
      SpotOrderPlaced: { title: 'New spot order', body: 'An order waits for approval.' },
    },
  },
  notifications: [
    {
      kind: 'order',
      to: 'owner',
      label: 'Spot orders',
      hint: 'Executed or rejected.',
      url: '/exchange?tab=history',
      texts: {
        SpotOrderExecuted: {
          title: 'Order executed',
          body: 'Your order was approved and executed. See its price and what it brought.',
        },
        SpotOrderRejected: {
          title: 'Order rejected',
          body: 'Your order was rejected; the funds are available again.',
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
      title: `${side === 'buy' ? 'Buy' : 'Sell'} ${symbol}`,
      amount: execution?.amount ?? amount,
      symbol: pairOf(symbol).base,
      created_at: placedAt,
    }),
    hide: hideEntry,
  }),
})
