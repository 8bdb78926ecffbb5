import { describe, expect, test } from 'vitest'
import { leftAfterUnsent } from '#pwa/hooks/unsent-spending.ts'

const stake = { kind: 'POST /api/staking', body: { amount: '100', duration: 30 } }
const withdrawal = {
  kind: 'POST /api/withdraw-requests',
  body: { symbol: 'BTC', amount: '0.25', walletAddress: 'bc1' },
}
const order = { symbol: 'BTC/USDT', amount: '0.5', price: '20000', type: 'limit' }
const buy = { kind: 'POST /api/trades', body: { ...order, side: 'buy' } }
const sell = { kind: 'POST /api/trades', body: { ...order, side: 'sell' } }
const deposit = { kind: 'POST /api/deposit-requests', body: { symbol: 'USDT', amount: '500' } }

const failure = { code: 'step_up.required', error: '', message: '', details: {} }
const waiting = { state: 'waiting', failure: undefined } as const

describe('what is left of a balance after the submissions that wait', () => {
  test.each([
    ['a stake', 'USDT', stake, '900'],
    ['a withdrawal', 'BTC', withdrawal, '999.75'],
    ['a withdrawal of another asset', 'ETH', withdrawal, '1000'],
    ['a limit order to sell', 'BTC', sell, '999.5'],
    ['a deposit', 'USDT', deposit, '1000'],
    ['a limit order to buy for more than there is', 'USDT', buy, '0'],
  ])('counts %s', (_, symbol, entry, left) => {
    const entries = [{ ...entry, ...waiting }]
    expect(leftAfterUnsent({ symbol, available: '1000' }, entries, false)).toBe(left)
  })

  test('adds them up', () => {
    const entries = [stake, stake, buy].map((entry) => ({ ...entry, ...waiting }))
    expect(leftAfterUnsent({ symbol: 'USDT', available: '20000' }, entries, false)).toBe('9800')
  })

  test('leaves out what was refused, is being sent, or may have arrived', () => {
    for (const state of ['refused', 'sending', 'unknown'] as const) {
      const entries = [{ ...stake, state, failure: undefined }]
      expect(leftAfterUnsent({ symbol: 'USDT', available: '1000' }, entries, false)).toBe('1000')
    }
    const balance = { symbol: 'USDT', available: '1000' }
    expect(leftAfterUnsent(balance, [{ ...stake, ...waiting }], true)).toBe('1000')
  })

  test('counts, with a connection, what waits for its user', () => {
    const entries = [{ ...stake, state: 'waiting' as const, failure }]
    expect(leftAfterUnsent({ symbol: 'USDT', available: '1000' }, entries, true)).toBe('900')
  })
})
