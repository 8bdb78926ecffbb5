import { describe, expect, test } from 'vitest'
import { loanDueFirst } from '#pwa/features/staking/loan-due-first.ts'
import { daysLeft, labelOf, progressOf } from '#pwa/features/staking/position.ts'
import { problemOf } from '#pwa/features/staking/stake-draft.ts'
import type { StakingPosition } from '#shared/contract/staking.ts'
import { planFor } from '#shared/rules/staking.ts'
import { DAY_MS, epochMsOf } from '#shared/time.ts'

const plan = planFor(5)
if (!plan) throw new Error('this plan exists')

const START = epochMsOf('2026-01-01T00:00:00.000Z')
const position: StakingPosition = {
  id: '01890000-0000-7000-8000-000000000001',
  userId: '01890000-0000-7000-8000-000000000002',
  symbol: 'USDT',
  amount: '1000',
  apy: '0.6',
  duration: 5,
  startDate: '2026-01-01T00:00:00.000Z',
  endDate: '2026-01-06T00:00:00.000Z',
  status: 'active',
  interest: '0.08219178',
}

describe('a staking form', () => {
  const facts = { isSignedIn: true, available: '5000' }
  test.each([
    ['the user is not signed in', '1000', { ...facts, isSignedIn: false }, 'Login Required'],
    ['nothing is entered', '', facts, 'Invalid Input'],
    ['it is below the plan', '999', facts, 'Invalid Amount'],
    ['it is above the balance', '5001', facts, 'Insufficient Balance'],
  ])('reports that %s', (_, amount, given, title) => {
    expect(problemOf(amount, plan, given)?.title).toBe(title)
  })

  test('names the limits and the balance', () => {
    expect(problemOf('1', plan, facts)?.message).toBe(
      'Amount must be between 1,000 and 1,000,000 USDT',
    )
    expect(problemOf('6000', plan, facts)?.message).toBe(
      'You only have 5,000.00000000 USDT available',
    )
  })

  test('accepts the whole balance', () => {
    expect(problemOf('5000', plan, facts)).toBeUndefined()
  })
})

describe('a position', () => {
  test('is in progress until its end, then over, even if it is not paid yet', () => {
    expect(labelOf(position, START)).toBe('In Progress')
    expect(labelOf(position, START + 5 * DAY_MS)).toBe('Over')
    expect(labelOf({ ...position, status: 'completed' }, START)).toBe('Over')
  })

  test('shows the progress of its term, up to 100 percent', () => {
    expect(progressOf(position, START - DAY_MS)).toBe(0)
    expect(progressOf(position, START + 2.5 * DAY_MS)).toBe(50)
    expect(progressOf(position, START + 9 * DAY_MS)).toBe(100)
    expect(progressOf({ ...position, status: 'completed' }, START)).toBe(100)
  })

  test('counts the last day in full', () => {
    expect(daysLeft(position, START)).toBe(5)
    expect(daysLeft(position, START - 1), 'by a clock that is behind').toBe(5)
    expect(daysLeft(position, START + 4 * DAY_MS + 1)).toBe(1)
    expect(daysLeft(position, START + 5 * DAY_MS)).toBe(0)
    expect(daysLeft({ ...position, status: 'completed' }, START)).toBe(0)
  })
})

describe('the loan that is due before a stake ends', () => {
  const due = { principal: '1000', interest: '57.5', penalty: '0', total: '1057.5' }
  const rates = { interest: '5.75', penaltyPerDay: '5', penaltyMaximum: '100' }
  const loan = (due_at: string) => ({ due, due_at, rates })
  const [first, second] = [loan('2026-01-07T00:00:00.000Z'), loan('2026-01-10T00:00:00.000Z')]

  test.each([
    ['the first of those that are', [second, first], 15, first],
    ['none where the stake ends before', [first, second], 5, undefined],
    ['none where nothing is owed', [{ ...first, due: null }], 15, undefined],
    [
      'one that is overdue',
      [loan('2025-12-30T00:00:00.000Z')],
      1,
      loan('2025-12-30T00:00:00.000Z'),
    ],
  ])('is %s', (_, loans, termDays, expected) => {
    expect(loanDueFirst(loans, { termDays, nowMs: START })).toEqual(expected)
  })
})
