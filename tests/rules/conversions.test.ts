import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatUnits, parseUnits, type Units } from '#shared/money.ts'
import { conversionRate, convertedAmount } from '#shared/rules/conversions.ts'

const ONE = parseUnits('1')
const NO_SPREAD = '0'

test.each([
  // amount, from-price, to-price, result: amount × from ÷ to, cut after 8 decimals
  ['0.5', '60000', '1', '30000'],
  ['100', '1', '60000', '0.00166666'],
  ['1', '60000', '2500', '24'],
  ['0.00000001', '1', '60000', '0'],
  ['3', '0.25', '60000.12345678', '0.00001249'],
  ['123456.78901234', '1', '1', '123456.78901234'],
])('%s at %s against %s is %s', (amount, from, to, result) => {
  const [units, fromPrice, toPrice] = [parseUnits(amount), parseUnits(from), parseUnits(to)]
  expect(formatUnits(convertedAmount(units, fromPrice, toPrice, NO_SPREAD))).toBe(result)
})

test('the rate is the amount received for one unit', () => {
  expect(formatUnits(conversionRate(parseUnits('2500'), parseUnits('60000')))).toBe('0.04166666')
})

const amounts = fc.bigInt(1n, 10n ** 20n)
const prices = fc.bigInt(1n, 10n ** 14n)

/** Value in USDT times 1e16: exact, so that the test itself does not round. */
const worth = (amount: Units, price: Units) => amount * price

test('a conversion never creates value and loses less than one unit of the received asset', () => {
  fc.assert(
    fc.property(amounts, prices, prices, (amount, fromPrice, toPrice) => {
      const received = convertedAmount(amount, fromPrice, toPrice, NO_SPREAD)
      const kept = worth(amount, fromPrice) - worth(received, toPrice)
      expect(kept).toBeGreaterThanOrEqual(0n)
      expect(kept).toBeLessThan(toPrice)
    }),
    { numRuns: 2_000 },
  )
})

test('converting in both directions never gains', () => {
  fc.assert(
    fc.property(amounts, prices, prices, (amount, fromPrice, toPrice) => {
      const there = convertedAmount(amount, fromPrice, toPrice, NO_SPREAD)
      expect(convertedAmount(there, toPrice, fromPrice, NO_SPREAD)).toBeLessThanOrEqual(amount)
    }),
    { numRuns: 2_000 },
  )
})

test('converting in parts never yields more than converting at once', () => {
  fc.assert(
    fc.property(amounts, amounts, prices, prices, (one, other, fromPrice, toPrice) => {
      const parts =
        convertedAmount(one, fromPrice, toPrice, NO_SPREAD) +
        convertedAmount(other, fromPrice, toPrice, NO_SPREAD)
      expect(parts).toBeLessThanOrEqual(convertedAmount(one + other, fromPrice, toPrice, NO_SPREAD))
    }),
    { numRuns: 2_000 },
  )
})

test('equal prices convert one to one', () => {
  fc.assert(
    fc.property(amounts, prices, (amount, price) => {
      expect(convertedAmount(amount, price, price, NO_SPREAD)).toBe(amount)
      expect(conversionRate(price, price)).toBe(ONE)
    }),
  )
})
