import type { RecordedTick } from '#server/events/event-definition.ts'
import { spotOrders } from '#server/features/spot-orders/decider.ts'
import type { SpotOrderEvent } from '#server/features/spot-orders/events.ts'
import { given } from '#tests/support/decider-spec.ts'

export const AT = '2026-01-31T09:30:00.000Z'
export const LATER = '2026-01-31T10:00:00.000Z'

export const now = tick('t2', '50000', AT)
export const before = tick('t1', '49990.5', '2026-01-31T09:29:55.000Z')

export function tick(id: string, price: string, at = AT): RecordedTick {
  return { id, price, at, source: 'replay' }
}

export const placedLimitBuy: SpotOrderEvent = {
  type: 'SpotOrderPlaced',
  data: {
    userId: 'user-1',
    userNo: '7',
    symbol: 'BTC/USDT',
    side: 'buy',
    orderType: 'limit',
    amount: '0.01',
    price: '48000',
    quote: null,
    reserved: { symbol: 'USDT', amount: '480' },
    movePercentMax: 2,
    placedAt: AT,
  },
}

export function placed(
  changes: Partial<Extract<SpotOrderEvent, { type: 'SpotOrderPlaced' }>['data']>,
) {
  return { ...placedLimitBuy, data: { ...placedLimitBuy.data, ...changes } } as SpotOrderEvent
}

export const placedMarketBuy = placed({
  orderType: 'market',
  price: '50000',
  quote: now,
  reserved: { symbol: 'USDT', amount: '500' },
})
export const placedLimitSell = placed({ side: 'sell', reserved: { symbol: 'BTC', amount: '0.01' } })

export const reviewed = { reviewedBy: 'admin-1', reviewedAt: LATER }

export const executed: SpotOrderEvent = {
  type: 'SpotOrderExecuted',
  data: {
    ...reviewed,
    price: '48000',
    tick: null,
    quote: null,
    amount: '0.01',
    spent: { symbol: 'USDT', amount: '480' },
    received: { symbol: 'BTC', amount: '0.01' },
    returned: { symbol: 'USDT', amount: '0' },
  },
}
export const rejected: SpotOrderEvent = {
  type: 'SpotOrderRejected',
  data: {
    ...reviewed,
    reason: 'Too far from the market',
    released: { symbol: 'USDT', amount: '480' },
  },
}
export const cancelled: SpotOrderEvent = {
  type: 'SpotOrderCancelled',
  data: { cancelledAt: LATER, released: { symbol: 'USDT', amount: '480' } },
}

export const nothing = given(spotOrders, [])
