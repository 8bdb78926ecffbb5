import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CatalogEvent } from '#server/events/catalog.ts'
import type { RecordedTick } from '#server/events/event-definition.ts'
import {
  approveSpotOrder,
  cancelSpotOrder,
  rejectSpotOrder,
  type SpotOrderState,
  spotOrders,
} from '#server/features/spot-orders/decider.ts'
import type { SpotOrderEvent } from '#server/features/spot-orders/events.ts'
import { placeSpotOrder } from '#server/features/spot-orders/placement-decider.ts'
import { availableOf, frozenOf, houseOf, isFrozen } from '#server/ledger/chart.ts'
import { transfersFor } from '#server/ledger/postings.ts'
import { formatUnits, parseUnits } from '#shared/money.ts'
import { isRefusal } from '#shared/refusal.ts'

const USER = 7n
const AT = '2026-01-31T09:30:00.000Z'
const review = { reviewedBy: 'admin-1', reviewedAt: AT }

test('an approved deposit moves from custody to the available balance', () => {
  const approved: CatalogEvent = {
    type: 'DepositApproved',
    data: { ...review, symbol: 'BTC', amount: '0.25', notes: null },
  }
  expect(transfersFor(approved, USER)).toEqual([
    { debit: houseOf('custody', 'BTC'), credit: availableOf(USER, 'BTC'), amount: 25_000_000n },
  ])
})

test('a rejected deposit moves no money', () => {
  const rejected: CatalogEvent = {
    type: 'DepositRejected',
    data: { ...review, reason: 'no', notes: null, requireReverification: false },
  }
  expect(transfersFor(rejected, USER)).toEqual([])
})

test('a buy freezes its cost, and its execution exchanges that with the house', () => {
  const { placed, executed } = lifeOf({ side: 'buy', amount: '0.01', price: '50000' })
  expect(transfersFor(placed, USER)).toEqual([
    {
      debit: availableOf(USER, 'USDT'),
      credit: frozenOf(USER, 'USDT'),
      amount: parseUnits('500'),
    },
  ])
  expect(transfersFor(executed, USER)).toEqual([
    {
      debit: frozenOf(USER, 'USDT'),
      credit: houseOf('trading', 'USDT'),
      amount: parseUnits('500'),
    },
    {
      debit: houseOf('trading', 'BTC'),
      credit: availableOf(USER, 'BTC'),
      amount: parseUnits('0.01'),
    },
  ])
})

test('a rejected or cancelled order restores every balance', () => {
  const life = lifeOf({ side: 'sell', amount: '0.3', price: '50000' })
  for (const end of [life.rejected, life.cancelled]) {
    const after = balancesAfter([life.placed, end])
    expect([...after.values()].every((amount) => amount === 0n)).toBe(true)
  }
})

const orders = fc.record({
  side: fc.constantFrom('buy' as const, 'sell' as const),
  amount: fc.bigInt(1n, 10n ** 14n).map(formatUnits),
  price: fc.bigInt(1n, 10n ** 8n).map((cents) => formatUnits(cents * 1_000_000n)),
  orderType: fc.constantFrom('limit' as const, 'market' as const),
  spends: fc.boolean(),
  movedBasisPoints: fc.bigInt(-200n, 200n),
})

test('every step of any order sums to zero, and its end leaves nothing frozen', () => {
  fc.assert(
    fc.property(orders, fc.constantFrom('executed', 'rejected', 'cancelled'), (order, end) => {
      const life = tryLifeOf(order)
      fc.pre(life !== undefined)
      for (const past of [[life.placed], [life.placed, life[end]]]) {
        const balances = balancesAfter(past)
        expect(sum(balances.values())).toBe(0n)
        for (const [account, amount] of balances) {
          if (!isFrozen(account)) continue
          if (past.length === 1) expect(amount).toBeGreaterThan(0n)
          else expect(amount).toBe(0n)
        }
      }
    }),
  )
})

test('rounding never favours the user', () => {
  fc.assert(
    fc.property(orders, (order) => {
      const life = tryLifeOf(order)
      fc.pre(life !== undefined && life.executed.type === 'SpotOrderExecuted')
      const { spent, received, amount = '0', price } = life.executed.data
      const exact = parseUnits(amount) * parseUnits(price)
      const [quote] = [spent, received].filter(({ symbol }) => symbol === 'USDT')
      const rounded = parseUnits(quote?.amount ?? '0') * 10n ** 8n
      expect(order.side === 'buy' ? rounded >= exact : rounded <= exact).toBe(true)
    }),
  )
})

test('an execution spends what was reserved, or returns the rest', () => {
  fc.assert(
    fc.property(orders, (order) => {
      const life = tryLifeOf(order)
      fc.pre(life?.executed.type === 'SpotOrderExecuted' && life.placed.type === 'SpotOrderPlaced')
      const { reserved } = life.placed.data
      const { spent, returned } = life.executed.data
      expect(spent.symbol).toBe(reserved.symbol)
      const sum = parseUnits(spent.amount) + parseUnits(returned?.amount ?? '0')
      expect(formatUnits(sum)).toBe(reserved.amount)
    }),
  )
})

interface Order {
  readonly side: 'buy' | 'sell'
  readonly amount: string
  readonly price: string
  readonly orderType?: 'limit' | 'market'
  /** A market buy spends its amount instead. */
  readonly spends?: boolean
  /** How far the market has moved from the quote of a market order when it is executed. */
  readonly movedBasisPoints?: bigint
}

function lifeOf(order: Order) {
  const life = tryLifeOf(order)
  if (!life) throw new Error('this order is refused')
  return life
}

/** One order with each of its possible ends; undefined if it is refused, or too small to execute. */
function tryLifeOf(order: Order) {
  const { side, amount, price, orderType = 'limit', spends, movedBasisPoints = 0n } = order
  const isSpending = spends && side === 'buy' && orderType === 'market'
  const quoted: RecordedTick = { id: 't1', source: 'replay', price, at: AT }
  const placed = placeSpotOrder(
    {
      ...{ userId: 'user-1', userNo: String(USER), symbol: 'BTC/USDT', side, orderType, price },
      ...(isSpending ? { spend: amount } : { amount }),
    },
    { at: AT, available: () => 10n ** 30n, current: quoted, quotable: [quoted] },
  )
  if (isRefusal(placed)) return undefined
  const moved = (parseUnits(price) * (10_000n + movedBasisPoints)) / 10_000n
  const live = orderType === 'limit' ? quoted : { ...quoted, price: formatUnits(moved) }
  const state: SpotOrderState = spotOrders.evolve(spotOrders.initial, placed)
  const facts = { reviewerId: 'admin-1', at: AT, worth: null }
  const executed = approveSpotOrder(state, { ...facts, live })
  if (isRefusal(executed)) return undefined
  return {
    placed,
    executed: event(executed),
    rejected: event(rejectSpotOrder(state, null, facts)),
    cancelled: event(cancelSpotOrder(state, { userId: 'user-1', at: AT })),
  }
}

function event(decision: ReturnType<typeof placeSpotOrder>): SpotOrderEvent {
  if (isRefusal(decision)) throw new Error(decision.refused)
  if (decision.type === 'FirstApprovalGiven' || decision.type === 'EntryHidden') {
    throw new Error(`no ${decision.type} here`)
  }
  return decision
}

function balancesAfter(events: readonly CatalogEvent[]): Map<bigint, bigint> {
  const balances = new Map<bigint, bigint>()
  const add = (account: bigint, amount: bigint) =>
    balances.set(account, (balances.get(account) ?? 0n) + amount)
  for (const { debit, credit, amount } of events.flatMap((each) => transfersFor(each, USER))) {
    expect(amount).toBeGreaterThan(0n)
    add(debit, -amount)
    add(credit, amount)
  }
  return balances
}

function sum(amounts: Iterable<bigint>): bigint {
  return [...amounts].reduce((total, amount) => total + amount, 0n)
}
