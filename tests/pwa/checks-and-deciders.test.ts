import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canContinue } from '#pwa/features/conversions/convert-draft.ts'
import { problemOf as depositProblem } from '#pwa/features/deposits/deposit-draft.ts'
import { problemOf as futuresProblem } from '#pwa/features/futures/futures-draft.ts'
import { problemOf as orderProblem, sizeOf } from '#pwa/features/spot-orders/order-draft.ts'
import { problemOf as stakeProblem } from '#pwa/features/staking/stake-draft.ts'
import { problemOf as withdrawalProblem } from '#pwa/features/withdrawals/withdraw-draft.ts'
import type { Problem } from '#pwa/ui/problem.ts'
import { quoteConversion } from '#server/features/conversions/decider.ts'
import { requestDeposit } from '#server/features/deposits/decider.ts'
import { requestFutures } from '#server/features/futures/entry-decider.ts'
import { placeSpotOrder } from '#server/features/spot-orders/placement-decider.ts'
import { openStake } from '#server/features/staking/decider.ts'
import { requestWithdrawal } from '#server/features/withdrawals/decider.ts'
import { formatUnits, parseUnits } from '#shared/money.ts'
import { isRefusal } from '#shared/refusal.ts'
import { CONVERT_TERMS_DEFAULT } from '#shared/rules/conversions.ts'
import { DEPOSIT_COINS } from '#shared/rules/deposits.ts'
import { FUTURES_LIMITS_DEFAULT, FUTURES_TERMS } from '#shared/rules/futures.ts'
import { STAKING_PLANS } from '#shared/rules/staking.ts'
import { WITHDRAWAL_SYMBOLS } from '#shared/rules/withdrawals.ts'

// Forms and deciders agree: the server accepts every draft that a form accepts, and refuses every
// draft that a form refuses, given the same facts.

const AT = '2026-01-31T09:30:00.000Z'
const owner = { userId: 'user-1', userNo: '7' }
const isSignedIn = true
const ADDRESSES: Readonly<Record<string, string>> = {
  BTC: '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2',
  ETH: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  USDT: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
}

/** Amounts that differ from a limit by at most the smallest unit. */
const near = (limits: readonly string[]) =>
  fc
    .tuple(fc.constantFrom(...limits), fc.bigInt({ min: -1n, max: 1n }))
    .map(([limit, distance]) => parseUnits(limit) + distance)

/** Small and large amounts, and amounts around the limits of the commands. */
const money = fc.oneof(
  fc.bigInt({ min: 1n, max: 10n ** 16n }),
  near(['0.001', '0.01', '1', '10', '50', '100', '1000', '20000', '50000', '1000000']),
)
const price = fc.bigInt({ min: 1n, max: 10n ** 13n }).map(formatUnits)
const tickOf = (symbol: string, at: string) => ({
  id: `tick-${symbol}`,
  symbol,
  price: at,
  at: AT,
  source: 'test',
})

function expectSame(problem: Problem | undefined | boolean, decision: object) {
  const isHeldBack = typeof problem === 'boolean' ? problem : problem !== undefined
  expect(isHeldBack, JSON.stringify({ problem, decision })).toBe(isRefusal(decision))
}

describe('a form agrees with the decider', () => {
  test('about a stake', () => {
    fc.assert(
      fc.property(money, money, fc.constantFrom(...STAKING_PLANS), (units, available, plan) => {
        const amount = formatUnits(units)
        const facts = { isSignedIn, available: formatUnits(available) }
        const command = { ...owner, amount, termDays: plan.termDays }
        expectSame(stakeProblem(amount, plan, facts), openStake(command, { at: AT, available }))
      }),
    )
  })

  test('about a withdrawal', () => {
    const symbol = fc.constantFrom(...WITHDRAWAL_SYMBOLS)
    const address = fc.constantFrom(...Object.values(ADDRESSES), 'nonsense', '')
    const place = fc.oneof(
      fc.record({ symbol, address }),
      symbol.map((each) => ({ symbol: each, address: ADDRESSES[each] ?? '' })),
    )
    const seen = new Set<string>()
    const savedAt = fc.constantFrom('2026-01-30T09:30:00.000Z', '2026-01-30T09:30:00.001Z')
    const saved = fc
      .tuple(place, savedAt)
      .map(([where, since]) => ({ label: 'Own', ...where, savedAt: since }))
    const allowlist = fc.option(fc.array(saved, { maxLength: 3 }), { nil: undefined })
    fc.assert(
      fc.property(
        fc.record({ money, available: money, place, allowlist }),
        ({ money: units, available, allowlist: allowed, place: typed }) => {
          const amount = formatUnits(units)
          const draft = { ...typed, amount, label: undefined }
          const facts = { isSignedIn, available: formatUnits(available), allowed, now: AT }
          const decision = requestWithdrawal(
            {
              ...owner,
              symbol: typed.symbol,
              amount,
              walletAddress: typed.address,
            },
            {
              at: AT,
              available,
              credentialsHoldEndsAt: null,
              hasSecondFactor: false,
              platformAddresses: [],
              allowed,
            },
          )
          expectSame(withdrawalProblem(draft, facts), decision)
          seen.add(isRefusal(decision) ? decision.refused : 'accepted')
        },
      ),
      { numRuns: 500 },
    )
    const ofAllowlist = ['withdrawal.address_not_saved', 'withdrawal.address_too_new']
    expect([...seen]).toEqual(expect.arrayContaining(['accepted', ...ofAllowlist]))
  })

  test('about an order', () => {
    const side = fc.constantFrom('buy', 'sell')
    const type = fc.constantFrom('limit', 'market')
    const limit = fc.oneof(
      price,
      fc.integer({ min: 1, max: 9_000_000 }).map((n) => `${n / 100}`),
    )
    fc.assert(
      fc.property(
        fc.record({
          ...{ money, side, type, limit, live: fc.option(price), base: money, quote: money },
          isMax: fc.boolean(),
        }),
        ({ money: units, side: way, type: orderType, limit: asked, live, base, quote, isMax }) => {
          const amount = formatUnits(units)
          const spend = isMax ? formatUnits(quote) : ''
          const draft = { side: way, type: orderType, amount, spend, price: asked } as const
          const facts = {
            pair: 'BTC/USDT',
            base: 'BTC',
            quote: 'USDT',
            isSignedIn,
            availableBase: formatUnits(base),
            availableQuote: formatUnits(quote),
            livePrice: live ?? undefined,
          } as const
          const current = live === null ? undefined : tickOf('BTC', live)
          const size = sizeOf(draft)
          const command = { ...owner, symbol: 'BTC/USDT', side: way, orderType, ...size } as const
          const decision = placeSpotOrder(
            orderType === 'limit' ? { ...command, price: asked } : command,
            {
              at: AT,
              available: (symbol) => (symbol === 'BTC' ? base : quote),
              current,
              quotable: current ? [current] : [],
            },
          )
          expectSame(orderProblem(draft, facts), decision)
        },
      ),
    )
  })

  test('about a futures trade', () => {
    const TERMS = {
      symbol: 'BTC/USDT',
      is_offered: true,
      stake_maximum: FUTURES_LIMITS_DEFAULT.stakeMaximum,
      user_open: '45000',
      user_open_maximum: FUTURES_LIMITS_DEFAULT.userOpenMaximum,
      symbol_owed: '498000',
      symbol_owed_maximum: FUTURES_LIMITS_DEFAULT.symbolOwedMaximum,
    } as const
    const roomOfUser = parseUnits(TERMS.user_open_maximum) - parseUnits(TERMS.user_open)
    const roomOfSymbol = parseUnits(TERMS.symbol_owed_maximum) - parseUnits(TERMS.symbol_owed)
    const largest = FUTURES_TERMS.map(
      ({ profitRatio }) => (roomOfSymbol * 100n) / BigInt(profitRatio),
    )
    const stake = fc.oneof(money, near([roomOfUser, ...largest].map(formatUnits)))
    const means = fc.oneof(money, fc.constant(parseUnits('20000')))
    const seen = new Set<string>()
    const term = fc.constantFrom(...FUTURES_TERMS)
    fc.assert(
      fc.property(stake, means, term, fc.option(price), (units, available, chosen, live) => {
        const amount = formatUnits(units)
        const facts = {
          isSignedIn,
          available: formatUnits(available),
          livePrice: live ?? undefined,
          terms: TERMS,
        }
        const last = live === null ? undefined : tickOf('BTC', live)
        const decision = requestFutures(
          {
            ...owner,
            symbol: 'BTC/USDT',
            side: 'long',
            amount,
            durationSeconds: chosen.durationSeconds,
            claimedRatio: chosen.profitRatio,
          },
          {
            at: AT,
            available,
            limits: FUTURES_LIMITS_DEFAULT,
            userOpen: parseUnits(TERMS.user_open),
            symbolOwed: parseUnits(TERMS.symbol_owed),
            hasPrice: last !== undefined,
            recent: last ? [last, last] : [],
          },
        )
        expectSame(futuresProblem({ side: 'long', term: chosen, amount }, facts), decision)
        seen.add(isRefusal(decision) ? decision.refused : 'accepted')
      }),
      { numRuns: 500 },
    )
    expect([...seen]).toEqual(
      expect.arrayContaining(['accepted', 'futures.user_limit', 'futures.symbol_limit']),
    )
  })

  test('about a conversion', () => {
    const asset = fc.constantFrom('USDT', 'BTC', 'ETH')
    fc.assert(
      fc.property(
        fc.record({
          money,
          available: money,
          today: money,
          from: asset,
          to: asset,
          BTC: price,
          ETH: price,
        }),
        ({ money: units, available, today, from, to, BTC, ETH }) => {
          const prices: Readonly<Record<string, string>> = { USDT: '1', BTC, ETH }
          const priceOf = (symbol: string) => prices[symbol]
          const draft = { from, to, amount: formatUnits(units) }
          const terms = { ...CONVERT_TERMS_DEFAULT, convertedToday: formatUnits(today) }
          const facts = { available: formatUnits(available), priceOf, terms }
          const decision = quoteConversion(
            { id: 'quote-1', userId: 'user-1', ...draft },
            {
              at: AT,
              available,
              tickOf: (symbol) => tickOf(symbol, prices[symbol] ?? '1'),
              terms,
              convertedToday: today,
            },
          )
          expectSame(!canContinue(draft, facts), decision)
        },
      ),
    )
  })

  test('about a deposit', () => {
    const screenshot = new File(['x'], 'proof.png', { type: 'image/png' })
    const address = { version: 1, address: 'an address', isActive: true }
    fc.assert(
      fc.property(money, fc.constantFrom(...DEPOSIT_COINS), (units, coin) => {
        const amount = formatUnits(units)
        const decision = requestDeposit(
          { ...owner, symbol: coin.symbol, amount, screenshot: 'file-1' },
          { at: AT, offered: { ...address, history: [address] } },
        )
        expectSame(depositProblem({ amount, screenshot }, coin), decision)
      }),
    )
  })
})
