import { describe, expect, test } from 'vitest'
import { parseUnits } from '#shared/money.ts'
import {
  executionOf,
  executionRefusalOf,
  type OrderCommand,
  refusalOf,
  reserveOf,
  type WaitingOrder,
} from '#shared/rules/spot-orders.ts'

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

  test('is refused if its amounts exceed the maximum of the ledger', () => {
    const high = '999999999999999.99'
    expect(refusalWith({ side: 'sell', amount: '1', price: high }, '2')).toBeUndefined()
    expect(refusalWith({ side: 'sell', amount: '1.1', price: high }, '2')).toBe('order.too_large')
    expect(refusalWith({ side: 'buy', amount: '1.1', price: high }, '2')).toBe('order.too_large')
    // What it buys costs less than the maximum, but the maximum would be frozen.
    const spend = { amount: undefined, price: null, spend: '1000000000000000' }
    expect(refusalWith(spend, '2', '15.73040426')).toBe('order.too_large')
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

  test('has an amount or, to buy at the market, a sum to spend', () => {
    const { amount: _, price: __, ...sizeless } = { ...order, orderType: 'market' } as const
    const refused = (command: OrderCommand) =>
      refusalOf(command, { available: () => parseUnits('200'), marketPrice: '20000' })?.refused
    expect(refused(sizeless)).toBe('order.fields_missing')
    expect(refused({ ...sizeless, spend: '200' })).toBeUndefined()
    expect(refused({ ...sizeless, spend: '200.00000001' })).toBe('balance.insufficient')
    expect(refused({ ...sizeless, spend: '0.0001' })).toBe('order.too_small')
    for (const change of [
      { amount: '0.01' },
      { side: 'sell' },
      { orderType: 'limit', price: '20000' },
    ] as const) {
      expect(refused({ ...sizeless, spend: '200', ...change })).toBe('order.amount_and_spend')
    }
    expect(reserveOf({ ...sizeless, spend: '100' }, '30000').units).toBe(parseUnits('100'))
  })
})

describe('the execution of a market order', () => {
  const buy: WaitingOrder = {
    symbol: 'BTC/USDT',
    side: 'buy',
    orderType: 'market',
    amount: '0.1',
    price: '50000',
    reserved: { symbol: 'USDT', amount: '5000' },
  }
  const sell: WaitingOrder = {
    ...buy,
    side: 'sell',
    reserved: { symbol: 'BTC', amount: '0.1' },
  }

  test.each([
    ['50000', '0.1', '5000', '0'],
    // If the price fell, the requested amount is bought and the rest is returned.
    ['49000', '0.1', '4900', '100'],
    // If it rose, the amount is what the frozen sum buys.
    ['51000', '0.09803921', '4999.99971', '0.00029'],
  ])('at %s buys %s for %s and returns %s', (live, amount, spent, returned) => {
    expect(executionOf(buy, live)).toEqual({
      price: live,
      amount,
      spent: { symbol: 'USDT', amount: spent },
      received: { symbol: 'BTC', amount },
      returned: { symbol: 'USDT', amount: returned },
    })
  })

  test('that spends a sum buys more if the price fell', () => {
    const { amount, returned } = executionOf({ ...buy, spendsAll: true }, '49000')
    expect([amount, returned.amount]).toEqual(['0.10204081', '0.00031'])
  })

  test('sells the requested amount at the live price', () => {
    expect(executionOf(sell, '50500')).toEqual({
      price: '50500',
      amount: '0.1',
      spent: { symbol: 'BTC', amount: '0.1' },
      received: { symbol: 'USDT', amount: '5050' },
      returned: { symbol: 'BTC', amount: '0' },
    })
  })

  test('is refused if nothing would be exchanged', () => {
    const smallest = {
      ...buy,
      amount: '0.00000001',
      reserved: { symbol: 'USDT', amount: '0.0005' },
    }
    expect(executionRefusalOf(smallest, '50000')).toBeUndefined()
    expect(executionRefusalOf(smallest, '50000.01')?.refused).toBe('price.moved')
  })
})
