import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatUnits, parseUnits } from '#shared/money.ts'
import {
  FUTURES_SIDES,
  FUTURES_STAKE_MINIMUM,
  FUTURES_TERMS,
  futuresTermFor,
  outcomeOf,
  PROFIT_RATIO_DEFAULT,
  potentialOf,
  pricedAssetOf,
  refusalOf,
} from '#shared/rules/futures.ts'
import { settlementTickOf, TICK_RULES } from '#shared/rules/futures-ticks.ts'
import { instantOf } from '#shared/time.ts'

test('the terms and the minimum stake are fixed', () => {
  expect(FUTURES_TERMS.map((term) => [term.durationSeconds, term.profitRatio])).toEqual([
    [60, 30],
    [120, 40],
    [180, 50],
    [240, 60],
    [360, 70],
    [480, 80],
    [600, 100],
  ])
  expect(futuresTermFor(60)?.profitRatio).toBe(PROFIT_RATIO_DEFAULT)
  expect(futuresTermFor(61)).toBeUndefined()
  expect(FUTURES_STAKE_MINIMUM).toBe('50')
  expect(pricedAssetOf('BTC/USDT')).toBe('BTC')
})

describe('opening a trade', () => {
  const refusalWith = (change: object, facts = { available: parseUnits('50'), hasPrice: true }) =>
    refusalOf(
      { amount: '50', durationSeconds: 60, ...change },
      {
        ...{ limits: undefined, userOpen: undefined, symbolOwed: undefined, isOffered: true },
        ...facts,
      },
    )?.refused

  test('accepts a stake from the minimum to the whole balance', () => {
    expect(refusalWith({})).toBeUndefined()
    expect(refusalWith({ amount: '49.99999999' })).toBe('futures.stake_below_minimum')
    expect(refusalWith({ amount: '50.00000001' })).toBe('futures.balance_insufficient')
  })

  test('needs an offered duration, its profit ratio and a price', () => {
    expect(refusalWith({ durationSeconds: 61 })).toBe('futures.duration_unknown')
    expect(refusalWith({ claimedRatio: 31 })).toBe('terms.changed')
    expect(refusalWith({}, { available: 0n, hasPrice: false })).toBe('price.stale')
  })
})

describe('an outcome', () => {
  const at = (side: 'long' | 'short', price: string) => {
    const trade = { side, entryPrice: parseUnits('60000'), stake: parseUnits('100') }
    const outcome = outcomeOf({ ...trade, profitRatio: 30 }, parseUnits(price))
    return [outcome.result, formatUnits(outcome.finalAmount), formatUnits(outcome.profitLoss)]
  }

  test.each([
    ['long', '60000.00000001', ['win', '130', '30']],
    ['long', '60000', ['tie', '100', '0']],
    ['long', '59999.99999999', ['loss', '70', '-30']],
    ['short', '59999.99999999', ['win', '130', '30']],
    ['short', '60000', ['tie', '100', '0']],
    ['short', '60000.00000001', ['loss', '70', '-30']],
  ] as const)('of %s at %s', (side, price, expected) => {
    expect(at(side, price)).toEqual(expected)
  })

  test('rounds the profit or loss down to 8 decimals', () => {
    expect(potentialOf(parseUnits('50.00000003'), 50)).toBe(parseUnits('25.00000001'))
  })

  const stakes = fc.bigInt(parseUnits('50'), 10n ** 20n)
  const prices = fc.bigInt(1n, 10n ** 14n)
  const ratios = fc.constantFrom(...FUTURES_TERMS.map(({ profitRatio }) => profitRatio))

  test('is opposite for the other side and never exceeds the stake', () => {
    fc.assert(
      fc.property(stakes, prices, prices, ratios, (stake, entryPrice, price, profitRatio) => {
        const [long, short] = FUTURES_SIDES.map((side) =>
          outcomeOf({ side, entryPrice, stake, profitRatio }, price),
        ) as [ReturnType<typeof outcomeOf>, ReturnType<typeof outcomeOf>]
        expect(long.profitLoss).toBe(-short.profitLoss)
        for (const { finalAmount, profitLoss, result } of [long, short]) {
          expect(finalAmount).toBe(stake + profitLoss)
          expect(finalAmount).toBeGreaterThanOrEqual(0n)
          expect(finalAmount).toBeLessThanOrEqual(2n * stake)
          expect(result === 'tie').toBe(price === entryPrice)
        }
      }),
    )
  })

  test('depends only on which price is higher', () => {
    fc.assert(
      fc.property(stakes, ratios, fc.tuple(prices, prices, prices), (stake, profitRatio, some) => {
        const [entry, one, two] = some
        const trade = { side: 'long', entryPrice: entry, stake, profitRatio } as const
        const isSameSide = (one > entry && two > entry) || (one < entry && two < entry)
        if (isSameSide) expect(outcomeOf(trade, one)).toEqual(outcomeOf(trade, two))
      }),
    )
  })
})

describe('the deciding tick', () => {
  const END_MS = Date.UTC(2026, 0, 31, 9, 30)
  const deciding = (...offsets: number[]) => {
    const ticks = offsets.map((offset) => ({ at: instantOf(END_MS + offset) }))
    const tick = settlementTickOf(ticks, instantOf(END_MS), TICK_RULES)
    return tick && Date.parse(tick.at) - END_MS
  }

  test('is the first at or after the end', () => {
    expect(deciding(-1000, -1, 0, 1)).toBe(0)
    expect(deciding(-1, 250, 251)).toBe(250)
  })

  test('must come within the settlement window', () => {
    expect(deciding(-1, TICK_RULES.settlementWindowMs)).toBe(TICK_RULES.settlementWindowMs)
    expect(deciding(-1, TICK_RULES.settlementWindowMs + 1)).toBeUndefined()
    expect(deciding(-1)).toBeUndefined()
    expect(deciding()).toBeUndefined()
  })

  test('is the first in recorded order, even if a later tick has an earlier time', () => {
    expect(deciding(-5, 900, 100)).toBe(900)
  })
})
