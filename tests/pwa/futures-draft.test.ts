import { describe, expect, test } from 'vitest'
import { EMPTY_FUTURES, type FuturesFacts, problemOf } from '#pwa/features/futures/futures-draft.ts'
import type { FuturesTerms } from '#shared/contract/futures.ts'

const terms: FuturesTerms = {
  symbol: 'BTC/USDT',
  is_offered: true,
  stake_maximum: '400',
  user_open: '900',
  user_open_maximum: '1000',
  symbol_owed: '60',
  symbol_owed_maximum: '100',
}
const facts: FuturesFacts = {
  isSignedIn: true,
  available: '500',
  livePrice: '60000',
  terms: undefined,
}
const draft = { ...EMPTY_FUTURES, amount: '50' }

describe('a futures form', () => {
  test.each([
    [
      'the user is not signed in',
      '50',
      { ...facts, isSignedIn: false },
      'You must be logged in to place a trade.',
    ],
    ['nothing is entered', '', facts, 'Minimum trade amount is 50 USDT.'],
    ['it is below the minimum', '49.99999999', facts, 'Minimum trade amount is 50 USDT.'],
    ['it is above the balance', '500.00000001', facts, 'Insufficient balance.'],
    [
      'it is above what one trade may stake',
      '400.00000001',
      { ...facts, terms },
      'Maximum trade amount is 400 USDT.',
    ],
    [
      'the own open trades leave no room',
      '100.00000001',
      { ...facts, terms },
      'Your open trades can total at most 1,000 USDT. You have 900 USDT open now.',
    ],
    [
      'the pair leaves no room',
      '140',
      { ...facts, terms: { ...terms, user_open: '0' } },
      'We cannot accept more risk on this pair at the moment. The largest trade possible is 133.33333333 USDT.',
    ],
    [
      'prices come too rarely',
      '50',
      { ...facts, terms: { ...terms, is_offered: false } },
      'Prices are not arriving often enough at the moment. Futures are available again as soon as prices arrive every 5 seconds.',
    ],
    ['there is no fresh price', '50', { ...facts, livePrice: undefined }, 'Price not available'],
  ])('reports that %s', (_, amount, given, message) => {
    expect(problemOf({ ...draft, amount }, given)?.message).toBe(message)
  })

  test('accepts the minimum, the whole balance and an unknown balance', () => {
    expect(problemOf(draft, facts)).toBeUndefined()
    expect(problemOf({ ...draft, amount: '500' }, facts)).toBeUndefined()
    expect(
      problemOf({ ...draft, amount: '900' }, { ...facts, available: undefined }),
    ).toBeUndefined()
  })
})
