import { describe, expect, test } from 'vitest'
import {
  EMPTY_ORDER,
  largestOf,
  type OrderFacts,
  problemOf,
  requiredOf,
  shownAmount,
  sizeOf,
} from '#pwa/features/spot-orders/order-draft.ts'
import { divideUnits, formatUnits, parseUnits } from '#shared/money.ts'

const facts: OrderFacts = {
  pair: 'BTC/USDT',
  base: 'BTC',
  quote: 'USDT',
  isSignedIn: true,
  availableBase: '0.5',
  availableQuote: '1000',
  livePrice: '20000',
}
const buy = { ...EMPTY_ORDER, amount: '0.01', price: '20000' }

describe('an order form', () => {
  test('asks to log in first', () => {
    expect(problemOf(buy, { ...facts, isSignedIn: false })).toEqual({
      title: 'Authentication Error',
      message: 'Please log in to place orders.',
    })
  })

  test.each([
    ['no amount', { ...buy, amount: '' }],
    ['an amount of zero', { ...buy, amount: '0' }],
    ['no price for a limit order', { ...buy, price: '' }],
  ])('asks for missing fields: %s', (_, draft) => {
    expect(problemOf(draft, facts)).toMatchObject({
      title: 'Invalid Order',
      message: 'Please fill in all required fields.',
    })
  })

  test('shows the required and available amounts of a buy to 8 decimals', () => {
    expect(problemOf({ ...buy, amount: '0.06' }, facts)).toMatchObject({
      title: 'Insufficient Balance',
      message:
        'Insufficient balance. Required: 1,200.00000000 USDT, available: 1,000.00000000 USDT',
    })
  })

  test('shows the required amount of a sell in the base asset', () => {
    const problem = problemOf({ ...buy, side: 'sell', amount: '0.6' }, facts)
    expect(problem?.message).toContain('Required: 0.60000000 BTC, available: 0.50000000 BTC')
  })

  test('refuses a market order without a fresh price, but accepts a limit order', () => {
    const offline = { ...facts, livePrice: undefined }
    expect(problemOf({ ...buy, type: 'market' }, offline)?.title).toBe('Price not available')
    expect(problemOf(buy, offline)).toBeUndefined()
  })

  test('accepts an unknown balance', () => {
    expect(problemOf(buy, { ...facts, availableQuote: undefined })).toBeUndefined()
  })

  test('accepts the smallest unit', () => {
    const smallest = { ...buy, amount: '0.00000001' }
    expect(problemOf(smallest, facts)).toBeUndefined()
    expect(formatUnits(requiredOf(smallest, undefined) ?? 0n)).toBe('0.0002')
  })

  test('offers at most the available amount', () => {
    const largest = largestOf(buy, facts)
    expect(largest).toBe('0.05')
    expect(problemOf({ ...buy, amount: largest ?? '' }, facts)).toBeUndefined()
    expect(largestOf({ ...buy, side: 'sell' }, facts)).toBe('0.5')
  })

  test('spends the whole balance for Max in a market order, regardless of the next tick', () => {
    const spend = largestOf({ ...buy, type: 'market' }, facts) ?? ''
    const draft = { ...buy, type: 'market', amount: '0.05', spend } as const
    for (const livePrice of ['20000', '20000.01', '20400', '19600.00000001']) {
      const now = { ...facts, livePrice }
      expect(problemOf(draft, now)).toBeUndefined()
      expect(sizeOf(draft)).toEqual({ spend: '1000' })
      expect(formatUnits(requiredOf(draft, livePrice) ?? 0n)).toBe('1000')
      expect(shownAmount(draft, now)).toBe(
        formatUnits(divideUnits(parseUnits('1000'), parseUnits(livePrice), 'down')),
      )
    }
  })

  test('sends its amount again for a limit order, for a sell and after the amount was changed', () => {
    const spending = { ...buy, type: 'market', spend: '1000' } as const
    expect(sizeOf({ ...spending, type: 'limit' })).toEqual({ amount: '0.01' })
    expect(sizeOf({ ...spending, side: 'sell' })).toEqual({ amount: '0.01' })
    expect(sizeOf({ ...spending, spend: '' })).toEqual({ amount: '0.01' })
  })
})
