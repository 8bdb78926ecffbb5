import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { formatUnits, tryDecimalOf } from '#shared/money.ts'

it.each([
  [0.5, '0.5'],
  [1e-8, '0.00000001'],
  [0.1, '0.1'],
  [100, '100'],
  [123456789.1, '123456789.1'],
  [1234567.12345678, '1234567.12345678'],
  [0, '0'],
  [-2.5, '-2.5'],
])('the number %d is %s', (number, text) => {
  expect(tryDecimalOf(number)).toBe(text)
})

it.each([0.1 + 0.2, 1e-9, 0.123456789, 1e15, 1e21, 2 ** 53, Number.NaN, Number.POSITIVE_INFINITY])(
  'the number %d has no exact decimal string',
  (number) => {
    expect(tryDecimalOf(number)).toBeUndefined()
  },
)

test('an amount of at most 15 digits survives JSON', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 15n - 1n }), (units) => {
      const text = formatUnits(units)
      expect(tryDecimalOf(JSON.parse(text))).toBe(text)
    }),
  )
})
