import { expect, it } from 'vitest'
import {
  type AdjustmentFacts,
  adjustments,
  type EditPortfolio,
  editPortfolio,
  resetPortfolio,
} from '#server/features/adjustments/decider.ts'
import type { PortfolioAdjusted } from '#server/features/adjustments/events.ts'
import { availableOf, houseOf } from '#server/ledger/chart.ts'
import { describeEvent } from '#server/ledger/describe-event.ts'
import { transfersFor } from '#server/ledger/postings.ts'
import { parseUnits } from '#shared/money.ts'
import { stateAfter } from '#tests/support/decider-spec.ts'

const AT = '2026-01-31T09:30:00.000Z'
const whose = { userId: 'user-1', userNo: '7', reason: 'Booked twice' }
const facts: AdjustmentFacts = {
  adjustedBy: 'admin-1',
  at: AT,
  available: new Map([
    ['USDT', parseUnits('100')],
    ['BTC', 0n],
    ['DOGE', parseUnits('3')],
  ]),
}

const edit = (targets: EditPortfolio['targets'], change: Partial<EditPortfolio> = {}) =>
  editPortfolio({ ...whose, targets, ...change }, facts)

const adjusted: PortfolioAdjusted = {
  type: 'PortfolioAdjusted',
  data: {
    ...whose,
    purpose: 'edit',
    changes: [
      { symbol: 'ETH', direction: 'credit', amount: '2' },
      { symbol: 'USDT', direction: 'debit', amount: '60' },
    ],
    adjustedBy: 'admin-1',
    adjustedAt: AT,
  },
}

it('an edit is the difference between the target and the balance that staff saw', () => {
  expect(
    edit([
      { symbol: 'BTC', available: '0', was: '0' },
      { symbol: 'ETH', available: '2', was: '0' },
      { symbol: 'USDT', available: '40', was: '100' },
    ]),
  ).toEqual(adjusted)
  const { changes, reason } = adjusted.data
  const outcome = { outcome: 'applied', decidedBy: 'admin-1', decidedAt: AT } as const
  expect(stateAfter(adjustments, [adjusted])).toEqual({
    ...adjusted.data,
    status: 'applied',
    earlier: [{ ...outcome, changes, reason }],
  })
})

it('an edit moves money between the user and the house, and is described in words', () => {
  expect(transfersFor(adjusted, 7n)).toEqual([
    {
      debit: houseOf('adjustments', 'ETH'),
      credit: availableOf(7n, 'ETH'),
      amount: parseUnits('2'),
    },
    {
      debit: availableOf(7n, 'USDT'),
      credit: houseOf('adjustments', 'USDT'),
      amount: parseUnits('60'),
    },
  ])
  expect(describeEvent(adjusted)).toMatchObject({
    kind: 'adjustment',
    title: 'Adjustment',
    reason: 'Our staff adjusted your balance (+2 ETH, −60 USDT): Booked twice.',
  })
})

it('a reset takes every available balance', () => {
  expect(resetPortfolio(whose, facts)).toMatchObject({
    data: {
      purpose: 'reset',
      changes: [
        { symbol: 'USDT', direction: 'debit', amount: '100' },
        { symbol: 'DOGE', direction: 'debit', amount: '3' },
      ],
    },
  })
})

it('an edit of one’s own balance, without a reason, on stale data or without a change is refused', () => {
  const target = { symbol: 'USDT', available: '5', was: '100' } as const
  expect(edit([target], { userId: 'admin-1', reason: '' })).toEqual({
    refused: 'access.own_account',
  })
  expect(edit([target], { reason: '' })).toEqual({ refused: 'adjustment.reason_required' })
  expect(edit([{ ...target, was: '99' }])).toEqual({
    refused: 'adjustment.balance_changed',
    details: { symbol: 'USDT', actual: '100' },
  })
  expect(edit([{ ...target, available: '100' }])).toEqual({ refused: 'adjustment.unchanged' })
  expect(edit([])).toEqual({ refused: 'adjustment.unchanged' })
  expect(resetPortfolio(whose, { ...facts, available: new Map() })).toEqual({
    refused: 'adjustment.unchanged',
  })
  expect(resetPortfolio({ ...whose, reason: '' }, facts)).toEqual({
    refused: 'adjustment.reason_required',
  })
  expect(resetPortfolio({ ...whose, userId: 'admin-1' }, facts)).toEqual({
    refused: 'access.own_account',
  })
})
