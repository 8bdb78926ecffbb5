import { OrderLists } from '#pwa/features/spot-orders/order-lists.tsx'
import { cancelTrade, placeTrade } from '#shared/contract/spot-orders.ts'
import type { Queueing } from '#tests/pwa/support/queueing.ts'

const orders = <OrderLists tab="current" onTab={() => undefined} />

export const queueing: readonly Queueing[] = [
  {
    route: placeTrade,
    body: { symbol: 'BTC/USDT', side: 'buy', amount: '0.01', price: '50000' },
    list: orders,
    shows: 'Buy BTC/USDT',
  },
  { route: cancelTrade, body: undefined, list: orders, shows: 'Cancel an order' },
]
