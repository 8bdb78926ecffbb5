import { describe, expect, test } from 'vitest'
import { EMPTY_FUTURES, type FuturesFacts, problemOf } from '#pwa/features/futures/futures-draft.ts'

const facts: FuturesFacts = { isSignedIn: true, available: '500', livePrice: '60000' }
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
