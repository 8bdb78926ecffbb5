import { describe, expect, test } from 'vitest'
import {
  amountProblem,
  type ConvertFacts,
  canContinue,
  EMPTY_CONVERSION,
  estimateOf,
  limitsText,
  pairProblem,
  rateText,
  turned,
  withAsset,
} from '#pwa/features/conversions/convert-draft.ts'
import { CONVERT_TERMS_DEFAULT } from '#shared/rules/conversions.ts'

const PRICES: Readonly<Record<string, string>> = { USDT: '1', BTC: '60000', ETH: '2500' }
const facts: ConvertFacts = {
  available: '1000',
  priceOf: (symbol) => PRICES[symbol],
  terms: { ...CONVERT_TERMS_DEFAULT, convertedToday: '100000' },
}
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
      'Insufficient balance, Available: 1,000.00000000',
    )
  })

  test('does not continue without the balance or both prices', () => {
    expect(canContinue(draft, { ...facts, available: undefined })).toBe(false)
    expect(canContinue({ ...draft, to: 'SOL' }, facts)).toBe(false)
    expect(canContinue({ ...draft, from: 'SOL' }, facts)).toBe(false)
    expect(estimateOf({ ...draft, to: 'SOL' }, facts)).toBeUndefined()
  })

  test('estimates the same result as the server', () => {
    expect(estimateOf(draft, facts)).toBe('0.004975')
    expect(estimateOf({ ...draft, amount: '100' }, facts)).toBe('0.00165833')
    expect(estimateOf(draft, { ...facts, terms: undefined }), 'no spread known').toBeUndefined()
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

test('an empty amount is not reported as too large, even without a balance', () => {
  const nothing = { ...facts, available: '0' }
  expect(amountProblem(EMPTY_CONVERSION, nothing)).toBeUndefined()
  expect(canContinue(EMPTY_CONVERSION, nothing)).toBe(false)
  expect(amountProblem({ ...draft, amount: '0.1' }, nothing)).toContain('Insufficient balance')
})

test('the limits are shown before they are reached', () => {
  expect(limitsText({ ...CONVERT_TERMS_DEFAULT, convertedToday: '100000' })).toBe(
    'Up to 50,000 USDT per conversion. 150,000 of 250,000 USDT left in 24 hours.',
  )
  expect(limitsText({ ...CONVERT_TERMS_DEFAULT, convertedToday: '995.0044' })).toContain(
    '249,004.99 of 250,000 USDT left',
  )
})

test('an amount above a limit is refused while it is typed', () => {
  const rich = { ...facts, available: '900000' }
  expect(amountProblem({ ...draft, amount: '50000' }, rich)).toBeUndefined()
  expect(amountProblem({ ...draft, amount: '50000.01' }, rich)).toContain('up to 50,000 USDT')
  expect(canContinue({ ...draft, amount: '50000.01' }, rich)).toBe(false)
})

test('two stablecoins are not converted while one is off its peg', () => {
  const pair = { from: 'USDT', to: 'DAI', amount: '10' }
  const off = (price: string): ConvertFacts => ({
    ...facts,
    priceOf: (symbol) => (symbol === 'USDC' ? price : (PRICES[symbol] ?? '1')),
  })
  expect(pairProblem(pair, off('0.99'))).toBeUndefined()
  expect(pairProblem(pair, off('0.98999999'))).toContain('USDC is at 0.98999999 USDT')
  expect(pairProblem(pair, off('1.02'))).toContain('USDC is at 1.02 USDT')
  expect(canContinue(pair, off('0.98'))).toBe(false)
  expect(pairProblem({ ...pair, to: 'BTC' }, off('0.98'))).toBeUndefined()
})

test('a rate is quoted per unit of the more valuable asset', () => {
  const there = rateText({ from: 'USDT', to: 'BTC' }, { fromPrice: '1', toPrice: '60000' })
  const back = rateText({ from: 'BTC', to: 'USDT' }, { fromPrice: '60000', toPrice: '1' })
  expect([there, back]).toEqual(Array(2).fill('1 BTC = 60,000.00 USDT'))
})
