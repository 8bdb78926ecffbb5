import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatUnits, parseUnits } from '#shared/money.ts'
import { loanAgreement } from '#shared/operator/loan-agreement.ts'
import {
  amountDue,
  daysRemaining,
  FULL_LOAN,
  LOAN_RATES,
  type LoanTerms,
  QUICK_LOAN,
  standingOf,
} from '#shared/rules/loans.ts'
import { DAY_MS, epochMsOf } from '#shared/time.ts'

const STARTED = '2026-01-31T09:30:00.000Z'
const startedMs = epochMsOf(STARTED)
const termsOf = (amount: string, termDays = 30): LoanTerms => ({
  amount,
  termDays,
  startsAt: STARTED,
  rates: LOAN_RATES,
})
const after = (days: number) => startedMs + Math.round(days * DAY_MS)

test.each([
  // days since the approval, days remaining of a term of 30, standing
  [-0.001, 30, 'active'],
  [0, 30, 'active'],
  [0.001, 30, 'active'],
  [22.999, 8, 'active'],
  [23, 7, 'due_soon'],
  [29.5, 1, 'due_soon'],
  [30, 0, 'due_soon'],
  [30.999, 0, 'due_soon'],
  [31, -1, 'overdue'],
  [31.5, -1, 'overdue'],
  [32, -2, 'overdue'],
] as const)('after %d days %d remain: %s', (days, remaining, standing) => {
  expect(daysRemaining(termsOf('1'), after(days))).toBe(remaining)
  expect(standingOf(termsOf('1'), after(days))).toBe(standing)
})

test.each([
  // amount, days since the approval, interest + penalty = total
  ['1000', 1, '57.5 + 0 = 1057.5'],
  ['1000', 30.9, '57.5 + 0 = 1057.5'],
  ['1000', 31, '57.5 + 50 = 1107.5'],
  ['1000', 32, '57.5 + 100 = 1157.5'],
  ['1000', 50, '57.5 + 1000 = 2057.5'],
  ['1000', 51, '57.5 + 1000 = 2057.5'],
  ['1000', 4000, '57.5 + 1000 = 2057.5'],
  ['0.00000001', 31, '0 + 0 = 0.00000001'],
  ['0.00000019', 31, '0.00000001 + 0 = 0.0000002'],
  ['1000000', 33, '57500 + 150000 = 1207500'],
])('%s USDT of 30 days cost after %d days: %s', (amount, days, expected) => {
  const due = amountDue(termsOf(amount), after(days))
  const [interest, penalty, total] = [due.interest, due.penalty, due.total].map(formatUnits)
  expect(`${interest} + ${penalty} = ${total}`).toBe(expected)
})

describe('the amount due of any loan at any time', () => {
  const loans = fc.record({
    amount: fc.bigInt({ min: 1n, max: 10n ** 22n }),
    termDays: fc.integer({ min: QUICK_LOAN.termDaysMin, max: 180 }),
    elapsedMs: fc.integer({ min: 0, max: 400 * DAY_MS }),
    moreMs: fc.integer({ min: 0, max: 400 * DAY_MS }),
  })

  test('is the sum of its parts, never falls, and is bounded by the agreement', () => {
    fc.assert(
      fc.property(loans, ({ amount, termDays, elapsedMs, moreMs }) => {
        const terms = termsOf(formatUnits(amount), termDays)
        const due = amountDue(terms, startedMs + elapsedMs)
        const later = amountDue(terms, startedMs + elapsedMs + moreMs)
        expect(due.principal).toBe(amount)
        expect(due.total).toBe(due.principal + due.interest + due.penalty)
        expect(later.interest).toBe(due.interest)
        expect(later.total).toBeGreaterThanOrEqual(due.total)
        expect(due.penalty).toBeLessThanOrEqual(amount)
        // 5.75 %, rounded down: off by less than one unit.
        expect(due.interest * 10_000n).toBeLessThanOrEqual(amount * 575n)
        expect((due.interest + 1n) * 10_000n).toBeGreaterThan(amount * 575n)
      }),
    )
  })

  test('has a penalty only while the loan is overdue', () => {
    fc.assert(
      fc.property(loans, ({ termDays, elapsedMs }) => {
        const terms = termsOf('1000', termDays)
        const now = startedMs + elapsedMs
        const { penalty, lateDays } = amountDue(terms, now)
        expect(penalty > 0n).toBe(standingOf(terms, now) === 'overdue')
        expect(penalty).toBe(parseUnits(String(Math.min(lateDays * 50, 1000))))
        expect(lateDays).toBe(Math.max(0, Math.floor(elapsedMs / DAY_MS) - termDays))
      }),
    )
  })
})

describe('the agreement', () => {
  const textOf = (sections: ReturnType<typeof loanAgreement>) =>
    sections.flatMap(({ title, paragraphs }) => [title, ...paragraphs]).join('\n')

  test('states the rates, limits and terms that apply', () => {
    const text = textOf(loanAgreement())
    expect(text).toContain('fixed at 5.75%')
    expect(text).toContain('a penalty of 5% of the amount borrowed')
    expect(text).toContain('never exceed 100% of the amount borrowed')
    expect(text).toContain('reached after 20 days')
    expect(text).toContain('7 to 90 days')
    expect(text).toContain('counts from the approval')
    for (const days of FULL_LOAN.termDays) expect(text).toContain(String(days))
  })

  test('says that frozen money counts when a deposit is weighed against a delay', () => {
    const text = textOf(loanAgreement())
    expect(text).toContain('all your USDT, available and frozen, was not enough to repay')
    expect(text).toContain('within 24 hours after we approve the deposit')
  })

  test('uses the rates of the loan', () => {
    const rates = { interest: '3.5', penaltyPerDay: '3', penaltyMaximum: '50' }
    const text = textOf(loanAgreement(rates))
    expect(text).toContain('fixed at 3.5%')
    expect(text).toContain('penalty of 3% ')
    expect(text).toContain('never exceed 50%')
    expect(text).toContain('reached after 17 days')
  })
})
