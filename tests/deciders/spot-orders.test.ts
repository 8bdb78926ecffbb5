import { describe, test } from 'vitest'
import {
  type PlacementFacts,
  type PlaceSpotOrder,
  placeSpotOrder,
} from '#server/features/spot-orders/placement-decider.ts'
import { parseUnits } from '#shared/money.ts'
import {
  AT,
  before,
  nothing,
  now,
  placed,
  placedLimitBuy,
  placedLimitSell,
  placedMarketBuy,
} from './spot-order-events.ts'

const facts: PlacementFacts = {
  at: AT,
  available: (symbol) => parseUnits(symbol === 'USDT' ? '1000' : '0.5'),
  current: now,
  quotable: [now, before],
}

const limitBuy: PlaceSpotOrder = {
  userId: 'user-1',
  userNo: '7',
  symbol: 'BTC/USDT',
  side: 'buy',
  amount: '0.01',
  price: '48000',
}
const { price: _, ...marketBuy } = limitBuy

function place(command: PlaceSpotOrder, changes: Partial<PlacementFacts> = {}) {
  return () => placeSpotOrder(command, { ...facts, ...changes })
}

describe('placing a limit order', () => {
  test('a buy freezes its cost', () => {
    nothing.when(place(limitBuy)).yields(placedLimitBuy)
  })

  test('a sell freezes its amount', () => {
    nothing.when(place({ ...limitBuy, side: 'sell' })).yields(placedLimitSell)
  })

  test('the cost of a buy is rounded up', () => {
    nothing.when(place({ ...limitBuy, amount: '0.00000001', price: '1.5' })).yields(
      placed({
        amount: '0.00000001',
        price: '1.5',
        reserved: { symbol: 'USDT', amount: '0.00000002' },
      }),
    )
  })

  test('needs no live price', () => {
    nothing.when(place(limitBuy, { current: undefined, quotable: [] })).yields(placedLimitBuy)
  })

  test('needs a price', () => {
    nothing
      .when(place({ ...marketBuy, orderType: 'limit' }))
      .yields({ refused: 'order.fields_missing' })
  })

  test('needs a price on the step of 0.01', () => {
    nothing
      .when(place({ ...limitBuy, price: '48000.001' }))
      .yields({ refused: 'order.price_step', details: { step: '0.01' } })
  })

  test('may use the whole balance and not 0.00000001 more', () => {
    nothing
      .when(place({ ...limitBuy, amount: '0.02', price: '50000' }))
      .yields(
        placed({ amount: '0.02', price: '50000', reserved: { symbol: 'USDT', amount: '1000' } }),
      )
    nothing.when(place({ ...limitBuy, amount: '100000.00000001', price: '0.01' })).yields({
      refused: 'balance.insufficient',
      details: { symbol: 'USDT', required: '1000.00000001', available: '1000.00000000' },
    })
  })

  test('a sell of more than is available is refused with 8 decimals', () => {
    nothing.when(place({ ...limitBuy, side: 'sell', amount: '0.6' })).yields({
      refused: 'balance.insufficient',
      details: { symbol: 'BTC', required: '0.60000000', available: '0.50000000' },
    })
  })

  test('is refused if it is worth nothing', () => {
    nothing
      .when(place({ ...limitBuy, amount: '0.00000001', price: '0.5' }))
      .yields({ refused: 'order.too_small' })
  })

  test('is refused in another user’s name', () => {
    nothing
      .when(place({ ...limitBuy, claimedUserId: 'user-2' }))
      .yields({ refused: 'access.forbidden' })
    nothing.when(place({ ...limitBuy, claimedUserId: 'user-1' })).yields(placedLimitBuy)
  })
})

describe('placing a market order', () => {
  test('uses the current price if none is given', () => {
    nothing.when(place(marketBuy)).yields(placedMarketBuy)
  })

  const placedBefore = placed({
    orderType: 'market',
    price: '49990.5',
    quote: before,
    reserved: { symbol: 'USDT', amount: '499.905' },
  })

  test('honours the tick that the user saw', () => {
    nothing.when(place({ ...marketBuy, priceId: 't1' })).yields(placedBefore)
  })

  test('honours the price that the user saw', () => {
    nothing
      .when(place({ ...limitBuy, orderType: 'market', price: '49990.50' }))
      .yields(placedBefore)
  })

  const changed = {
    refused: 'terms.changed',
    details: { field: 'price', actual: '50000' },
  } as const

  test('refuses a tick that is unknown or too old', () => {
    nothing.when(place({ ...marketBuy, priceId: 't0' })).yields(changed)
  })

  test('refuses a price that was not recently current', () => {
    nothing.when(place({ ...limitBuy, orderType: 'market', price: '1' })).yields(changed)
  })

  test('refuses a tick and a price that do not match', () => {
    nothing
      .when(place({ ...limitBuy, orderType: 'market', price: '50000', priceId: 't1' }))
      .yields(changed)
  })

  test('is refused if the price is stale, with or without a tick', () => {
    for (const priceId of [undefined, 't1']) {
      nothing
        .when(place({ ...marketBuy, priceId }, { current: undefined }))
        .yields({ refused: 'price.stale' })
    }
  })

  test('a buy that spends a sum freezes that sum, and its amount is what the sum buys at the quote', () => {
    const { amount: _, ...sizeless } = marketBuy
    nothing.when(place({ ...sizeless, spend: '999.99', priceId: 't1' })).yields(
      placed({
        orderType: 'market',
        price: '49990.5',
        quote: before,
        amount: '0.0200036',
        spendsAll: true,
        reserved: { symbol: 'USDT', amount: '999.99' },
      }),
    )
    nothing
      .when(place({ ...marketBuy, spend: '500' }))
      .yields({ refused: 'order.amount_and_spend' })
    nothing.when(place(sizeless)).yields({ refused: 'order.fields_missing' })
  })

  test('a sell freezes its amount', () => {
    nothing.when(place({ ...marketBuy, side: 'sell' })).yields(
      placed({
        side: 'sell',
        orderType: 'market',
        price: '50000',
        quote: now,
        reserved: { symbol: 'BTC', amount: '0.01' },
      }),
    )
  })
})
