import { describe, expect, test } from 'vitest'
import { loans } from '#server/features/loans/decider.ts'
import type { LoanEvent } from '#server/features/loans/events.ts'
import { addressBooks } from '#server/features/saved-addresses/decider.ts'
import { approveSpotOrder, spotOrders } from '#server/features/spot-orders/decider.ts'
import type { SpotOrderEvent } from '#server/features/spot-orders/events.ts'
import { LOAN_RATES, standingOf } from '#shared/rules/loans.ts'
import { limitStanding } from '#shared/rules/spot-orders.ts'
import { allowlistRefusalOf } from '#shared/rules/withdrawal-request.ts'
import { DAY_MS } from '#shared/time.ts'
import { stateAfter } from '#tests/support/decider-spec.ts'
import { AT, approved, requested } from './loan-events.ts'
import { LATER, now, placed, placedMarketBuy, tick } from './spot-order-events.ts'

const review = { reviewerId: 'admin-1', at: LATER, worth: null }

describe('a spot order is held to the percentage that its placement recorded', () => {
  const market = (movePercentMax?: number): SpotOrderEvent => {
    const { movePercentMax: _, ...data } = placedMarketBuy.data as Record<string, unknown>
    const recorded = movePercentMax === undefined ? {} : { movePercentMax }
    return { type: 'SpotOrderPlaced', data: { ...data, ...recorded } } as SpotOrderEvent
  }
  const at = (event: SpotOrderEvent, price: string) =>
    approveSpotOrder(stateAfter(spotOrders, [event]), { ...review, live: tick('t9', price, LATER) })

  test.each([
    [undefined, '51000'],
    [1, '50500'],
    [5, '52500'],
  ])('%s', (percent, furthest) => {
    const done = at(market(percent), furthest) as SpotOrderEvent
    expect(done).toMatchObject({ type: 'SpotOrderExecuted' })
    expect(spotOrders.faultOf?.(stateAfter(spotOrders, [market(percent), done]))).toBeUndefined()
    expect(at(market(percent), `${furthest}.00000001`)).toMatchObject({ refused: 'price.moved' })
  })

  test('an execution that only another percentage allows is a fault', () => {
    const done = at(market(5), '52500') as SpotOrderEvent
    expect(spotOrders.faultOf?.(stateAfter(spotOrders, [market(), done]))).toBe(
      'it was executed while the market was not at its price',
    )
  })

  test('the same applies beyond a limit', () => {
    const limit = { side: 'buy', price: '48000' } as const
    expect(limitStanding(limit, '47000')).toBe('passed')
    expect(limitStanding({ ...limit, movePercentMax: 3 }, '47000')).toBe('reached')
    expect(stateAfter(spotOrders, [placed({ movePercentMax: 3 })])).toMatchObject({
      movePercentMax: 3,
    })
  })
})

test('a spot order records the price that its own one follows, for the verifier', () => {
  const [last, live] = [tick('t8', '50010', LATER), tick('t9', '50020', LATER)]
  const waiting = stateAfter(spotOrders, [placedMarketBuy])
  const done = approveSpotOrder(waiting, { ...review, live, last }) as SpotOrderEvent
  expect(done.data).toMatchObject({ tick: live, last })
  expect(spotOrders.restsOn?.(stateAfter(spotOrders, [placedMarketBuy, done]))).toEqual([
    { symbol: 'BTC', tick: now },
    { symbol: 'BTC', tick: last },
    { symbol: 'BTC', tick: live, notBefore: LATER, firstAfter: last },
  ])
})

describe('a loan is due soon from the day that its application recorded', () => {
  const loanOf = (dueSoonDays?: number) => {
    const { dueSoonDays: _, ...rates } = LOAN_RATES
    const recorded = dueSoonDays === undefined ? rates : { ...rates, dueSoonDays }
    const event = { ...requested, data: { ...requested.data, rates: recorded } } as LoanEvent
    return stateAfter(loans, [event, approved])
  }

  test.each([
    [undefined, '2026-02-23T09:30:00.000Z'],
    [3, '2026-02-27T09:30:00.000Z'],
    [14, '2026-02-16T09:30:00.000Z'],
  ])('%s', (days, from) => {
    const loan = loanOf(days)
    expect(loan.endsAt).toBe(from)
    const terms = { amount: '1000.5', termDays: 30, startsAt: AT, rates: loan.rates }
    expect(standingOf(terms, Date.parse(from))).toBe('due_soon')
    expect(standingOf(terms, Date.parse(from) - DAY_MS)).toBe('active')
  })
})

test('an address is usable from the time that its event recorded', () => {
  const address = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
  const data = { id: 'entry-1', label: 'Savings', symbol: 'USDT', network: 'TRC20', address }
  const refusalAt = (usableAt: string | undefined, now: string) => {
    const saved = { ...data, savedAt: AT, ...(usableAt && { usableAt }) }
    const { entries } = stateAfter(addressBooks, [{ type: 'AddressSaved', data: saved }])
    return allowlistRefusalOf({ symbol: 'USDT', address }, entries, now)
  }
  const sooner = '2026-01-31T10:30:00.000Z'
  const unrecorded = '2026-02-01T09:30:00.000Z'
  expect(refusalAt(sooner, sooner)).toBeUndefined()
  expect(refusalAt(sooner, AT)).toMatchObject({ details: { from: sooner } })
  expect(refusalAt(undefined, sooner)).toMatchObject({ details: { from: unrecorded } })
  expect(refusalAt(undefined, unrecorded)).toBeUndefined()
})
