import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type AskQuote,
  type ConversionFacts,
  quoteConversion,
} from '#server/features/conversions/decider.ts'
import { formatUnits, parseUnits } from '#shared/money.ts'
import { isRefusal } from '#shared/refusal.ts'
import { ask, at, bitcoin, facts, market, quote, tether } from './conversion-quote.ts'

describe('a quote', () => {
  const response = (changed: Partial<AskQuote> = {}, changedFacts: Partial<ConversionFacts> = {}) =>
    quoteConversion({ ...ask, ...changed }, { ...facts, ...changedFacts })

  test('is amount × from-price ÷ to-price less the spread, with both recorded prices', () => {
    expect(response()).toEqual(quote)
  })

  test('is rounded down to 8 decimals', () => {
    const turned = { from: 'USDT', to: 'BTC', amount: '100' }
    expect(response(turned, { available: parseUnits('100') })).toMatchObject({
      received: { symbol: 'BTC', amount: '0.00165833' },
    })
  })

  test('is refused in another user’s name', () => {
    expect(response({ claimedUserId: 'user-2' })).toEqual({ refused: 'access.forbidden' })
  })

  test('is refused if both assets are the same', () => {
    expect(response({ to: 'BTC' })).toEqual({ refused: 'convert.same_asset' })
  })

  test.each(['BTC', 'USDT'])('is refused without a fresh price of both assets: %s', (missing) => {
    const tickOf = at({ ...market, [missing]: undefined })
    expect(response({}, { tickOf })).toEqual({ refused: 'price.stale' })
  })

  test('may be worth as much as the limits allow and not 0.00000001 more', () => {
    const ask = { from: 'USDT', to: 'BTC' }
    const rich = { available: parseUnits('900000') }
    expect(isRefusal(response({ ...ask, amount: '50000' }, rich))).toBe(false)
    expect(response({ ...ask, amount: '50000.00000001' }, rich)).toEqual({
      refused: 'convert.above_quote_limit',
      details: { maximum: '50000', worth: '50000.00000001' },
    })
    const used = { ...rich, convertedToday: parseUnits('240000') }
    expect(isRefusal(response({ ...ask, amount: '10000' }, used))).toBe(false)
    expect(response({ ...ask, amount: '10000.00000001' }, used)).toEqual({
      refused: 'convert.above_day_limit',
      details: { maximum: '250000', left: '10000' },
    })
  })

  test('between stablecoins is refused while one is more than 1 % off its peg', () => {
    const pair = { from: 'USDT', to: 'DAI', amount: '10' }
    const off = (price: string) => ({
      available: parseUnits('10'),
      tickOf: at({ ...market, USDC: { ...tether, price } }),
    })
    expect(isRefusal(response(pair, off('0.99')))).toBe(false)
    expect(isRefusal(response(pair, off('1.01')))).toBe(false)
    expect(response(pair, off('0.98999999'))).toMatchObject({
      refused: 'convert.stablecoins_halted',
    })
    expect(response(pair, off('1.01000001'))).toMatchObject({
      refused: 'convert.stablecoins_halted',
    })
    expect(isRefusal(response({ ...pair, to: 'BTC' }, off('0.9')))).toBe(false)
  })

  test('may use the whole balance and not 0.00000001 more', () => {
    expect(isRefusal(response({ amount: '0.5' }))).toBe(false)
    expect(response({ amount: '0.50000001' })).toEqual({
      refused: 'convert.balance_insufficient',
      details: { available: '0.50000000' },
    })
  })

  test('is refused if it would yield nothing', () => {
    const turned = { from: 'USDT', to: 'BTC', amount: '0.0005' }
    const tickOf = at({ ...market, BTC: { ...bitcoin, price: '60000000' } })
    expect(response(turned, { tickOf })).toEqual({
      refused: 'convert.too_small',
      details: { symbol: 'BTC' },
    })
  })

  test('is refused if it would exceed the ledger’s maximum', () => {
    const amount = '900000000000000'
    const terms = { spreadPercent: '0', quoteMaximum: '9'.repeat(15), dayMaximum: '9'.repeat(15) }
    const cheap = { USDT: { ...tether, price: '0.00000001' }, BTC: tether }
    const facts = { available: parseUnits(amount), terms, tickOf: at(cheap) }
    expect(response({ amount }, facts)).toEqual({ refused: 'convert.too_large' })
  })
})

test('for any amount and prices, the credited amount is worth no more than the given amount', () => {
  const amounts = fc.bigInt(1n, 10n ** 16n)
  const prices = fc.bigInt(1n, 10n ** 13n)
  fc.assert(
    fc.property(amounts, prices, prices, (amount, fromPrice, toPrice) => {
      const found = quoteConversion(
        { ...ask, amount: formatUnits(amount) },
        {
          ...facts,
          available: amount,
          tickOf: at({
            BTC: { ...bitcoin, price: formatUnits(fromPrice) },
            USDT: { ...tether, price: formatUnits(toPrice) },
          }),
        },
      )
      fc.pre(!isRefusal(found))
      const credited = parseUnits(found.received.amount)
      expect(credited * toPrice).toBeLessThanOrEqual(amount * fromPrice)
    }),
  )
})
