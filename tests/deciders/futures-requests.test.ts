import { describe, expect, test } from 'vitest'
import { futures } from '#server/features/futures/decider.ts'
import {
  ENTRY_AHEAD_MS_MAX,
  type RequestFacts,
  type RequestFutures,
  requestFutures,
} from '#server/features/futures/entry-decider.ts'
import { parseUnits } from '#shared/money.ts'
import { isRefusal } from '#shared/refusal.ts'
import { FUTURES_LIMITS_DEFAULT, FUTURES_TERMS } from '#shared/rules/futures.ts'
import { OFFERED_WITHIN_MS } from '#shared/rules/futures-ticks.ts'
import { given } from '#tests/support/decider-spec.ts'
import { AT, EARLIER, LAST, requested, START_MS, tick } from './futures-events.ts'

const command: RequestFutures = {
  userId: 'user-1',
  userNo: '7',
  symbol: 'BTC/USDT',
  side: 'long',
  amount: '100',
  durationSeconds: 60,
}
const facts: RequestFacts = {
  at: AT,
  available: parseUnits('500'),
  limits: FUTURES_LIMITS_DEFAULT,
  userOpen: 0n,
  symbolOwed: 0n,
  hasPrice: true,
  recent: [LAST, EARLIER],
}
const ask =
  (changed: Partial<RequestFutures> = {}, changedFacts: Partial<RequestFacts> = {}) =>
  () =>
    requestFutures({ ...command, ...changed }, { ...facts, ...changedFacts })

const nothing = given(futures, [])

describe('a request for a futures trade', () => {
  test('records the stake, the terms, the price seen and the last known tick, but no entry', () => {
    nothing.when(ask()).yields(requested)
  })

  test.each(FUTURES_TERMS)('gives $profitRatio % for $durationSeconds s', (term) => {
    const { durationSeconds, profitRatio } = term
    const decision = requestFutures(
      { ...command, durationSeconds, claimedRatio: profitRatio },
      facts,
    )
    if (isRefusal(decision) || decision.type !== 'FuturesRequested') throw new Error('refused')
    expect(decision.data.profitRatio).toBe(profitRatio)
  })

  test('is refused for an unknown duration', () => {
    nothing
      .when(ask({ durationSeconds: 90 }))
      .yields({ refused: 'futures.duration_unknown', details: { seconds: 90 } })
  })

  test.each([29, 31, 100])('is refused if the user saw another percentage: %d', (ratio) => {
    nothing
      .when(ask({ claimedRatio: ratio }))
      .yields({ refused: 'terms.changed', details: { field: 'profitRatio', actual: 30 } })
  })

  test('is refused below 50 USDT but not at 50 USDT', () => {
    nothing.when(ask({ amount: '49.99999999' })).yields({
      refused: 'futures.stake_below_minimum',
      details: { minimum: '50', symbol: 'USDT' },
    })
    expect(isRefusal(ask({ amount: '50' })())).toBe(false)
  })

  test('is refused above 10,000 USDT but not at 10,000 USDT', () => {
    const rich = { available: parseUnits('100000') }
    nothing.when(ask({ amount: '10000.00000001' }, rich)).yields({
      refused: 'futures.stake_above_maximum',
      details: { maximum: '10000', symbol: 'USDT' },
    })
    expect(isRefusal(ask({ amount: '10000' }, rich)())).toBe(false)
  })

  test('may use the whole balance and not 0.00000001 more', () => {
    nothing.when(ask({}, { available: parseUnits('100') })).yields(requested)
    nothing
      .when(ask({}, { available: parseUnits('99.99999999') }))
      .yields({ refused: 'futures.balance_insufficient' })
  })

  test('may use exactly the rest of each limit', () => {
    const [user, symbol] = [parseUnits('49900'), parseUnits('499970')]
    nothing.when(ask({}, { userOpen: user, symbolOwed: symbol })).yields(requested)
    nothing.when(ask({}, { userOpen: user + 1n })).yields({
      refused: 'futures.user_limit',
      details: { maximum: '50000', open: '49900.00000001', symbol: 'USDT' },
    })
    nothing.when(ask({}, { symbolOwed: symbol + 1n })).yields({
      refused: 'futures.symbol_limit',
      details: { largest: '99.99999996', symbol: 'USDT' },
    })
  })

  test('is refused without a fresh price', () => {
    nothing.when(ask({}, { hasPrice: false })).yields({ refused: 'price.stale' })
  })

  test('is refused with a tick too far ahead of the clock', () => {
    const ahead = tick('ahead', START_MS + ENTRY_AHEAD_MS_MAX + 1)
    nothing.when(ask({}, { recent: [ahead, LAST] })).yields({ refused: 'price.stale' })
  })

  test('is refused unless ticks come every five seconds', () => {
    const paused = { refused: 'futures.paused', details: { seconds: 5 } } as const
    nothing.when(ask({}, { recent: [] })).yields(paused)
    nothing.when(ask({}, { recent: [LAST] })).yields(paused)
    const old = tick('old', START_MS - OFFERED_WITHIN_MS - 1)
    nothing.when(ask({}, { recent: [old, old] })).yields(paused)
    const gap = tick('gap', START_MS - 400 - OFFERED_WITHIN_MS - 1)
    nothing.when(ask({}, { recent: [LAST, gap] })).yields(paused)
  })

  test('accepts only a recently recorded price as the one that the user saw', () => {
    const seenPrice = '60010'
    nothing
      .when(ask({ seenPrice }))
      .yields({ ...requested, data: { ...requested.data, seenPrice } })
    nothing.when(ask({ seenPrice: '60010.01' })).yields({
      refused: 'futures.price_moved',
      details: { current: '60000', seen: '60010.01' },
    })
  })

  test('is refused if the price has moved by more than 0.5 % since the user saw it', () => {
    const seenPrice = '60301.51'
    const recent = [LAST, tick('jump', START_MS - 900, seenPrice)]
    nothing.when(ask({ seenPrice }, { recent })).yields({
      refused: 'futures.price_moved',
      details: { current: '60000', seen: seenPrice },
    })
  })
})
