import { describe, expect, test } from 'vitest'
import type { RecordedTick } from '#server/events/event-definition.ts'
import {
  approveSpotOrder,
  cancelSpotOrder,
  rejectSpotOrder,
  spotOrders,
} from '#server/features/spot-orders/decider.ts'
import type { SpotOrderEvent } from '#server/features/spot-orders/events.ts'
import type { Worth } from '#server/reviews/decide-review.ts'
import { parseUnits } from '#shared/money.ts'
import { isRefusal } from '#shared/refusal.ts'
import { NOTHING_APPROVED } from '#tests/support/approvals.ts'
import { given, stateAfter } from '#tests/support/decider-spec.ts'
import {
  cancelled,
  executed,
  LATER,
  nothing,
  now,
  placed,
  placedLimitBuy,
  placedLimitSell,
  placedMarketBuy,
  rejected,
  reviewed,
  tick,
} from './spot-order-events.ts'

const review = { reviewerId: 'admin-1', at: LATER, worth: null }
const worth: Worth = {
  value: parseUnits('480'),
  ticks: [],
  above: '100',
  flow: 'within',
  before: NOTHING_APPROVED,
}
describe('approving an order', () => {
  test.each(['48000', '47500', '47040'])(
    'a limit order executes at its limit while the market is there or 2 %% beyond: %s',
    (price) => {
      const live = tick('t9', price, LATER)
      given(spotOrders, [placedLimitBuy])
        .when((state) => approveSpotOrder(state, { ...review, live }))
        .yields({ ...executed, data: { ...executed.data, tick: live } } as SpotOrderEvent)
    },
  )

  test.each([
    ['buy', '48000.00000001'],
    ['buy', '47039.99999999'],
    ['buy', '1'],
    ['sell', '47999.99999999'],
    ['sell', '48960.00000001'],
    ['sell', '1000000'],
  ] as const)('a limit order to %s at 48000 goes on waiting at %s', (side, current) => {
    const reserved = side === 'buy' ? placedLimitBuy : placedLimitSell
    given(spotOrders, [reserved])
      .when((state) => approveSpotOrder(state, { ...review, live: tick('t9', current, LATER) }))
      .yields({
        refused: 'price.moved',
        details: { symbol: 'BTC', current, quoted: '48000' },
      })
  })

  test('a price older than the approval does not decide it', () => {
    const known = tick('t9', '48000', '2026-01-31T09:59:59.999Z')
    given(spotOrders, [placedLimitBuy])
      .when((state) => approveSpotOrder(state, { ...review, live: known }))
      .yields({ refused: 'order.awaiting_price' })
    given(spotOrders, [placedMarketBuy])
      .when((state) => approveSpotOrder(state, { ...review, live: { ...known, price: '50000' } }))
      .yields({ refused: 'order.awaiting_price' })
  })

  test('an execution away from the market price is a fault that the verifier reports', () => {
    const at = (price: string | null) => {
      const data = { ...executed.data, tick: price === null ? null : tick('t9', price) }
      const past = [placedLimitBuy, { ...executed, data } as SpotOrderEvent]
      return spotOrders.faultOf?.(stateAfter(spotOrders, past))
    }
    expect(at('48000')).toBeUndefined()
    expect(at('50000')).toBe('it was executed while the market was not at its price')
    // An event from before ticks were recorded.
    expect(at(null)).toBeUndefined()
  })

  test('an order from before executions were recorded stays readable', () => {
    const old = (live: RecordedTick | null, price: string): SpotOrderEvent => ({
      type: 'SpotOrderExecuted',
      data: {
        ...reviewed,
        ...{ price, tick: live },
        spent: { symbol: 'USDT', amount: '500' },
        received: { symbol: 'BTC', amount: '0.01' },
      },
    })
    const market = stateAfter(spotOrders, [placedMarketBuy, old(tick('t9', '50900'), '50000')])
    expect(market).toMatchObject({ status: 'executed', executedPrice: '50000' })
    expect(market).not.toHaveProperty('execution')
    expect(spotOrders.faultOf?.(market)).toBeUndefined()
    const limit = stateAfter(spotOrders, [placedLimitBuy, old(tick('t9', '47900'), '48000')])
    expect(limit.reachedAt?.id).toBe('t9')
    expect(spotOrders.faultOf?.(limit)).toBeUndefined()
    const elsewhere = [placedLimitBuy, old(tick('t9', '47900'), '47900')]
    expect(spotOrders.faultOf?.(stateAfter(spotOrders, elsewhere))).toBe(
      'it was not executed at its limit',
    )
  })

  test.each([
    ['the bought amount', { amount: '0.02', received: { symbol: 'BTC', amount: '0.02' } }],
    ['the spent amount', { spent: { symbol: 'USDT', amount: '499' } }],
    ['the returned amount', { returned: { symbol: 'USDT', amount: '1' } }],
    ['the price', { price: '49999' }],
  ])('the verifier recomputes %s of a market order from its tick', (_, change) => {
    const live = tick('t9', '50500', LATER)
    const state = stateAfter(spotOrders, [placedMarketBuy])
    const done = approveSpotOrder(state, { ...review, live })
    if (isRefusal(done) || done.type !== 'SpotOrderExecuted') throw new Error('not executed')
    const changed = { ...done, data: { ...done.data, ...change } } as SpotOrderEvent
    const faultAfter = (event: SpotOrderEvent) =>
      spotOrders.faultOf?.(stateAfter(spotOrders, [placedMarketBuy, event]))
    expect(faultAfter(done)).toBeUndefined()
    expect(faultAfter(changed)).toBe('what it exchanged does not follow from its price')
    const proofs = spotOrders.restsOn?.(stateAfter(spotOrders, [placedMarketBuy, done]))
    expect(proofs).toEqual([
      { symbol: 'BTC', tick: now },
      { symbol: 'BTC', tick: live, notBefore: LATER },
    ])
  })

  test('no order is executed at a stale price, nor by the first of two approvals', () => {
    for (const event of [placedLimitBuy, placedLimitSell, placedMarketBuy]) {
      given(spotOrders, [event])
        .when((state) => approveSpotOrder(state, { ...review, worth, live: undefined }))
        .yields({ refused: 'price.stale' })
    }
  })

  test('the market must be at the limit for each of two approvals', () => {
    const far = { ...review, worth, live: tick('t9', '50000') }
    const moved = {
      refused: 'price.moved',
      details: { symbol: 'BTC', current: '50000', quoted: '48000' },
    } as const
    const first: Parameters<typeof spotOrders.evolve>[1] = {
      type: 'FirstApprovalGiven',
      data: {
        approvedBy: 'admin-2',
        approvedAt: LATER,
        notes: null,
        value: '480',
        above: '100',
        ticks: [],
      },
    }
    given(spotOrders, [placedLimitBuy])
      .when((state) => approveSpotOrder(state, far))
      .yields(moved)
    given(spotOrders, [placedLimitBuy, first])
      .when((state) => approveSpotOrder(state, far))
      .yields(moved)
  })

  test('a sell receives its proceeds rounded down', () => {
    const dust = placed({
      side: 'sell',
      amount: '0.00000003',
      price: '1.5',
      reserved: { symbol: 'BTC', amount: '0.00000003' },
    })
    given(spotOrders, [dust])
      .when((state) => approveSpotOrder(state, { ...review, live: tick('t9', '1.5', LATER) }))
      .yields({
        type: 'SpotOrderExecuted',
        data: {
          ...reviewed,
          price: '1.5',
          tick: tick('t9', '1.5', LATER),
          quote: null,
          amount: '0.00000003',
          spent: { symbol: 'BTC', amount: '0.00000003' },
          received: { symbol: 'USDT', amount: '0.00000004' },
          returned: { symbol: 'BTC', amount: '0' },
        },
      })
  })

  test.each([
    ['50000', '0.01', '500', '0'],
    ['51000', '0.00980392', '499.99992', '0.00008'],
    ['49000', '0.01', '490', '10'],
  ])(
    'a market order executes at the live price while that is within 2 %% of its quote: %s',
    (price, amount, spent, returned) => {
      const live = tick('t9', price, LATER)
      given(spotOrders, [placedMarketBuy])
        .when((state) => approveSpotOrder(state, { ...review, live }))
        .yields({
          type: 'SpotOrderExecuted',
          data: {
            ...reviewed,
            price,
            tick: live,
            quote: now,
            amount,
            spent: { symbol: 'USDT', amount: spent },
            received: { symbol: 'BTC', amount },
            returned: { symbol: 'USDT', amount: returned },
          },
        })
    },
  )

  test.each(['51000.00000001', '48999.99999999'])(
    'a market order is not executed if the price has moved further: %s',
    (current) => {
      given(spotOrders, [placedMarketBuy])
        .when((state) => approveSpotOrder(state, { ...review, live: tick('t9', current, LATER) }))
        .yields({ refused: 'price.moved', details: { symbol: 'BTC', current, quoted: '50000' } })
    },
  )
})

test('rejecting releases the frozen amount, with or without a reason', () => {
  given(spotOrders, [placedLimitBuy])
    .when((state) => rejectSpotOrder(state, 'Too far from the market', review))
    .yields(rejected)
  given(spotOrders, [placedLimitBuy])
    .when((state) => rejectSpotOrder(state, null, review))
    .yields({ ...rejected, data: { ...rejected.data, reason: null } } as SpotOrderEvent)
})

test('the owner can cancel while the order waits', () => {
  given(spotOrders, [placedLimitBuy])
    .when((state) => cancelSpotOrder(state, { userId: 'user-1', at: LATER }))
    .yields(cancelled)
})

test('only the owner can cancel an order', () => {
  given(spotOrders, [placedLimitBuy])
    .when((state) => cancelSpotOrder(state, { userId: 'user-2', at: LATER }))
    .yields({ refused: 'item.unknown' })
})

describe.each([
  ['executed', executed],
  ['rejected', rejected],
  ['cancelled', cancelled],
] as const)('an order that is %s', (status, event) => {
  const decided = given(spotOrders, [placedLimitBuy, event])

  test('can no longer be approved or rejected', () => {
    const refusal = { refused: 'order.not_pending', details: { status } } as const
    decided.when((state) => approveSpotOrder(state, { ...review, live: now })).yields(refusal)
    decided.when((state) => rejectSpotOrder(state, null, review)).yields(refusal)
  })

  test('can no longer be cancelled', () => {
    decided
      .when((state) => cancelSpotOrder(state, { userId: 'user-1', at: LATER }))
      .yields({ refused: 'order.not_cancellable', details: { status } })
  })

  test('no longer waits for review', () => {
    const state = stateAfter(spotOrders, [placedLimitBuy, event])
    expect(spotOrders.summarise(state)).toEqual({ status, waiting: false })
    expect(state.updatedAt).toBe(LATER)
  })
})

test('reviewers cannot review their own order', () => {
  const own = { ...review, reviewerId: 'user-1' }
  const waiting = given(spotOrders, [placedLimitBuy])
  waiting
    .when((state) => approveSpotOrder(state, { ...own, live: now }))
    .yields({ refused: 'access.own_request' })
  waiting
    .when((state) => rejectSpotOrder(state, null, own))
    .yields({ refused: 'access.own_request' })
})

test('an unknown order cannot be reviewed or cancelled', () => {
  const unknown = { refused: 'item.unknown' } as const
  nothing.when((state) => approveSpotOrder(state, { ...review, live: now })).yields(unknown)
  nothing.when((state) => rejectSpotOrder(state, null, review)).yields(unknown)
  nothing.when((state) => cancelSpotOrder(state, { userId: 'user-1', at: LATER })).yields(unknown)
})
