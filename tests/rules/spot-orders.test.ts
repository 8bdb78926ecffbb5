import { describe, expect, test } from 'vitest'
import { parseUnits } from '#shared/money.ts'
import { type OrderCommand, refusalOf, reserveOf } from '#shared/rules/spot-orders.ts'

const order: OrderCommand = { symbol: 'BTC/USDT', side: 'buy', amount: '0.01', price: '20000' }
const refusalWith = (change: Partial<OrderCommand>, available = '200', marketPrice?: string) =>
  refusalOf({ ...order, ...change }, { available: () => parseUnits(available), marketPrice })
    ?.refused

describe('an order', () => {
  test('may use the whole balance of the asset that it freezes', () => {
    expect(refusalWith({})).toBeUndefined()
    expect(refusalWith({}, '199.99999999')).toBe('balance.insufficient')
    expect(refusalWith({ side: 'sell' }, '0.01')).toBeUndefined()
    expect(refusalWith({ side: 'sell' }, '0.00999999')).toBe('balance.insufficient')
  })

  test('with a limit needs a price that is a multiple of the price step', () => {
    expect(refusalWith({ orderType: 'limit', price: '' })).toBe('order.fields_missing')
    expect(refusalWith({ price: '20000.001' })).toBe('order.price_step')
  })

  test('at the market needs a market price', () => {
    const market = { orderType: 'market', price: null } as const
    expect(refusalWith(market)).toBe('price.stale')
    expect(refusalWith(market, '200', '20000')).toBeUndefined()
    expect(refusalWith(market, '199', '20000')).toBe('balance.insufficient')
  })

  test('must be worth at least one unit', () => {
    expect(refusalWith({ amount: '0.00000001', price: '0.01' })).toBe('order.too_small')
  })

  test('is not refused while the balance is unknown', () => {
    const facts = { available: () => undefined, marketPrice: undefined }
    expect(refusalOf(order, facts)).toBeUndefined()
  })

  test('freezes the quote asset for a buy, rounded up, and the base asset for a sell', () => {
    const odd = { ...order, amount: '0.00000003' }
    expect(reserveOf(odd, '0.33')).toEqual({ symbol: 'USDT', units: 1n })
    expect(reserveOf({ ...odd, side: 'sell' }, '0.33')).toEqual({ symbol: 'BTC', units: 3n })
  })
})
