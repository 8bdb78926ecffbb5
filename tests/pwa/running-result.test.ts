import { describe, expect, test } from 'vitest'
import { potentialAmountOf, runningResultOf } from '#pwa/features/futures/trade-clock.ts'
import { futuresTrade } from './support/futures.ts'

describe('the running result of a trade', () => {
  test.each([
    ['long', '60000.01', 'win', '30'],
    ['long', '59999.99', 'loss', '-30'],
    ['long', '60000.00', 'tie', '0'],
    ['short', '60000.01', 'loss', '-30'],
    ['short', '59999.99', 'win', '30'],
    ['short', '60000', 'tie', '0'],
  ] as const)('of a %s at %s is a %s of %s', (side, price, result, profitLoss) => {
    expect(runningResultOf(futuresTrade({ side }), price)).toMatchObject({ result, profitLoss })
  })

  test('shows the difference from the entry price', () => {
    expect(runningResultOf(futuresTrade(), '59000.5')?.difference).toBe('-999.5')
  })

  test('is unknown without a price', () => {
    expect(runningResultOf(futuresTrade(), undefined)).toBeUndefined()
  })

  test('is limited to the possible profit or loss', () => {
    expect(potentialAmountOf(futuresTrade({ amount: '50.12345678', profit_ratio: 70 }))).toBe(
      '35.08641974',
    )
    expect(potentialAmountOf(futuresTrade({ amount: '80', profit_ratio: 100 }))).toBe('80')
  })
})
