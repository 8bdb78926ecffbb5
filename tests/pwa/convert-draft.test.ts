import { describe, expect, test } from 'vitest'
import {
  amountProblem,
  type ConvertFacts,
  canContinue,
  EMPTY_CONVERSION,
  estimateOf,
  rateText,
  turned,
  withAsset,
} from '#pwa/features/conversions/convert-draft.ts'

const PRICES: Readonly<Record<string, string>> = { USDT: '1', BTC: '60000', ETH: '2500' }
const facts: ConvertFacts = { available: '1000', priceOf: (symbol) => PRICES[symbol] }
const draft = { ...EMPTY_CONVERSION, amount: '300' }

describe('a conversion form', () => {
  test('continues with an amount up to the whole balance', () => {
    expect(canContinue(draft, facts)).toBe(true)
    expect(canContinue({ ...draft, amount: '1000' }, facts)).toBe(true)
    expect(amountProblem({ ...draft, amount: '1000' }, facts)).toBeUndefined()
  })

  test.each(['', '0', '.', '1000.00000001'])('does not continue with "%s"', (amount) => {
    expect(canContinue({ ...draft, amount }, facts)).toBe(false)
  })

  test('shows the available amount if the balance is exceeded', () => {
    expect(amountProblem({ ...draft, amount: '1000.5' }, facts)).toBe(
      'Insufficient balance, Available: 1000',
    )
  })

  test('does not continue without the balance or both prices', () => {
    expect(canContinue(draft, { ...facts, available: undefined })).toBe(false)
    expect(canContinue({ ...draft, to: 'SOL' }, facts)).toBe(false)
    expect(canContinue({ ...draft, from: 'SOL' }, facts)).toBe(false)
    expect(estimateOf({ ...draft, to: 'SOL' }, facts)).toBeUndefined()
  })

  test('estimates the same result as the server', () => {
    expect(estimateOf(draft, facts)).toBe('0.005')
    expect(estimateOf({ ...draft, amount: '100' }, facts)).toBe('0.00166666')
  })

  test('swaps the assets if the user chooses the same one twice', () => {
    expect(withAsset(draft, 'from', 'BTC')).toEqual({ from: 'BTC', to: 'USDT', amount: '' })
    expect(withAsset(draft, 'to', 'USDT')).toEqual({ from: 'BTC', to: 'USDT', amount: '' })
    expect(turned(draft)).toEqual({ from: 'BTC', to: 'USDT', amount: '' })
  })

  test('keeps the amount while only the target changes', () => {
    expect(withAsset(draft, 'to', 'ETH')).toEqual({ from: 'USDT', to: 'ETH', amount: '300' })
    expect(withAsset(draft, 'from', 'ETH').amount).toBe('')
  })
})

test('a rate is quoted per unit of the more valuable asset', () => {
  const there = rateText({ from: 'USDT', to: 'BTC' }, { fromPrice: '1', toPrice: '60000' })
  const back = rateText({ from: 'BTC', to: 'USDT' }, { fromPrice: '60000', toPrice: '1' })
  expect([there, back]).toEqual(Array(2).fill('1 BTC = 60,000.000000 USDT'))
})
