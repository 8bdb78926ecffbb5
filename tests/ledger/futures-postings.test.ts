import fc from 'fast-check'
import { expect, test } from 'vitest'
import { settleFutures } from '#server/features/futures/decide-settlement.ts'
import { futures } from '#server/features/futures/decider.ts'
import { enterFutures, requestFutures } from '#server/features/futures/entry-decider.ts'
import type { FuturesEvent } from '#server/features/futures/events.ts'
import { availableOf, frozenOf, houseOf } from '#server/ledger/chart.ts'
import { transfersFor } from '#server/ledger/postings.ts'
import { formatUnits, parseUnits } from '#shared/money.ts'
import { isRefusal } from '#shared/refusal.ts'
import { FUTURES_SIDES, FUTURES_TERMS } from '#shared/rules/futures.ts'
import { epochMsOf, instantOf } from '#shared/time.ts'

const USER = 7n
const AT = '2026-01-31T09:30:00.000Z'
const [AVAILABLE, FROZEN, HOUSE] = [
  availableOf(USER, 'USDT'),
  frozenOf(USER, 'USDT'),
  houseOf('futures', 'USDT'),
]

const tick = (price: string, at: string) => ({ id: at, source: 'replay', price, at })

interface Life {
  readonly side: 'long' | 'short'
  readonly stake: string
  readonly durationSeconds: number
  /** null: no price is recorded in time. */
  readonly price: string | null
}

const LIMITS = {
  stakeMaximum: '1000000000000',
  userOpenMaximum: '1000000000000',
  symbolOwedMaximum: '1000000000000',
}

/** The events of a trade entered at a price of 60000. */
function lifeOf(life: Life): [FuturesEvent, FuturesEvent, FuturesEvent] {
  const { side, stake, durationSeconds, price } = life
  const last = tick('60000', AT)
  const requested = requestFutures(
    { userId: 'u', userNo: '7', symbol: 'BTC/USDT', side, amount: stake, durationSeconds },
    {
      at: AT,
      available: 10n ** 30n,
      limits: LIMITS,
      userOpen: 0n,
      symbolOwed: 0n,
      hasPrice: true,
      recent: [last, last],
    },
  )
  if (isRefusal(requested)) throw new Error(requested.refused)
  const opening = futures.evolve(futures.initial, requested)
  const entered = enterFutures(opening, { at: AT, next: last, recordsPrices: true })
  if (isRefusal(entered)) throw new Error(entered.refused)
  const state = futures.evolve(opening, entered)
  const ended = settleFutures(state, {
    at: instantOf(epochMsOf(state.endsAt) + 600_000),
    before: null,
    after: price === null ? null : tick(price, state.endsAt),
    recordsPrices: true,
  })
  if (isRefusal(ended)) throw new Error(ended.refused)
  return [requested, entered, ended]
}

/** "debit > credit amount" of each transfer. */
function transfersOf(event: FuturesEvent): string[] {
  const names = new Map([
    [AVAILABLE, 'available'],
    [FROZEN, 'frozen'],
    [HOUSE, 'house'],
  ])
  return transfersFor(event, USER).map(
    ({ debit, credit, amount }) =>
      `${names.get(debit)} > ${names.get(credit)} ${formatUnits(amount)}`,
  )
}

test.each([
  ['61000', ['frozen > available 100', 'house > available 30']],
  ['59000', ['frozen > available 70', 'frozen > house 30']],
  ['60000', ['frozen > available 100']],
  [null, ['frozen > available 100']],
])(
  'a long trade of 100 USDT over a minute that ends at %s posts its transfers',
  (price, expected) => {
    const life = { side: 'long', stake: '100', durationSeconds: 60, price } as const
    const [requested, entered, ended] = lifeOf(life)
    expect(transfersOf(requested)).toEqual(['available > frozen 100'])
    expect(transfersOf(entered)).toEqual([])
    expect(transfersOf(ended)).toEqual(expected)
  },
)

test('a lost ten-minute trade returns nothing', () => {
  const life = { side: 'short', stake: '50', durationSeconds: 600, price: '60000.01' } as const
  expect(transfersOf(lifeOf(life)[2])).toEqual(['frozen > house 50'])
})

test('hiding a trade moves no money', () => {
  const hidden: FuturesEvent = { type: 'FuturesHidden', data: { hiddenBy: 'a', hiddenAt: AT } }
  expect(transfersFor(hidden, USER)).toEqual([])
})

const lives: fc.Arbitrary<Life> = fc.record({
  side: fc.constantFrom(...FUTURES_SIDES),
  stake: fc.bigInt(parseUnits('50'), 10n ** 17n).map(formatUnits),
  durationSeconds: fc.constantFrom(...FUTURES_TERMS.map((term) => term.durationSeconds)),
  price: fc.option(fc.bigInt(1n, 10n ** 14n).map(formatUnits)),
})

test('after any trade, nothing is frozen and the owner’s balance matches the state', () => {
  fc.assert(
    fc.property(lives, (life) => {
      const events = lifeOf(life)
      const balances = new Map<bigint, bigint>()
      for (const { debit, credit, amount } of events.flatMap((one) => transfersFor(one, USER))) {
        balances.set(debit, (balances.get(debit) ?? 0n) - amount)
        balances.set(credit, (balances.get(credit) ?? 0n) + amount)
      }
      const state = events.reduce(futures.evolve, futures.initial)
      const profitLoss = parseUnits(state.profitLoss ?? '')
      expect(balances.get(FROZEN)).toBe(0n)
      expect(balances.get(AVAILABLE) ?? 0n).toBe(profitLoss)
      expect(balances.get(HOUSE) ?? 0n).toBe(-profitLoss)
      expect(parseUnits(state.finalAmount ?? '')).toBe(parseUnits(life.stake) + profitLoss)
    }),
  )
})
