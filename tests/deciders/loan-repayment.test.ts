import { describe, test } from 'vitest'
import { payLoan, remindOfLoan } from '#server/features/loans/decide-repayment.ts'
import { loans } from '#server/features/loans/decider.ts'
import type { LoanEvent } from '#server/features/loans/events.ts'
import { parseUnits } from '#shared/money.ts'
import { given } from '#tests/support/decider-spec.ts'
import { AT, approved, ENOUGH, OVERDUE, rejected, repaid, requested, usdt } from './loan-events.ts'

/** 30 days later, and the times at which the status changes, each with one millisecond before. */
const DUE = '2026-03-02T09:30:00.000Z'
const DUE_SOON = '2026-02-23T09:30:00.000Z'
const BEFORE_DUE_SOON = '2026-02-23T09:29:59.999Z'
const BEFORE_OVERDUE = '2026-03-03T09:29:59.999Z'

const dueSoon: LoanEvent = { type: 'LoanDueSoon', data: { dueAt: DUE, remindedAt: DUE_SOON } }
const overdue: LoanEvent = { type: 'LoanOverdue', data: { dueAt: DUE, remindedAt: OVERDUE } }

describe('repaying a loan', () => {
  const pay = (
    past: readonly LoanEvent[],
    {
      userId = 'user-1',
      claimedTotal = undefined as string | undefined,
      at = AT,
      available = ENOUGH,
    } = {},
  ) =>
    given(loans, past).when((state) => payLoan(state, { userId, claimedTotal }, { at, available }))

  test('takes principal and flat interest, even if that is the whole balance', () => {
    pay([requested, approved]).yields(repaid)
    pay([requested, approved], { available: parseUnits('1058.02875') }).yields(repaid)
  })

  test('takes a penalty of 5 % for each started day', () => {
    pay([requested, approved, dueSoon, overdue], { at: OVERDUE }).yields({
      type: 'LoanRepaid',
      data: {
        principal: usdt('1000.5'),
        interest: usdt('57.52875'),
        penalty: usdt('50.025'),
        lateDays: 1,
        paidAt: OVERDUE,
      },
    })
  })

  test('takes no penalty a millisecond before the first day', () => {
    pay([requested, approved], { at: BEFORE_OVERDUE }).yields({
      ...repaid,
      data: { ...repaid.data, paidAt: BEFORE_OVERDUE },
    } as LoanEvent)
  })

  test('accepts the total that the user saw and refuses any other', () => {
    pay([requested, approved], { claimedTotal: '1058.0287500' }).yields(repaid)
    pay([requested, approved], { claimedTotal: '1058.02875', at: OVERDUE }).yields({
      refused: 'terms.changed',
      details: { field: 'total', actual: '1108.05375' },
    })
  })

  test('reports the shortfall', () => {
    pay([requested, approved], { available: parseUnits('58.02875') }).yields({
      refused: 'loan.balance_insufficient',
      details: { required: '1058.02875000', available: '58.02875000', shortfall: '1000.00000000' },
    })
  })

  test('is only for the borrower', () => {
    pay([]).yields({ refused: 'item.unknown' })
    pay([requested, approved], { userId: 'user-2' }).yields({ refused: 'item.unknown' })
  })

  test.each([
    ['pending', [requested]],
    ['rejected', [requested, rejected]],
    ['paid', [requested, approved, repaid]],
  ])('is refused while it is %s', (status, past) => {
    pay(past).yields({ refused: 'loan.not_payable', details: { status } })
  })
})

describe('reminding a borrower', () => {
  const remind = (past: readonly LoanEvent[], at: string) =>
    given(loans, past).when((state) => remindOfLoan(state, { at }))

  test('happens when the loan is due soon, not before, and once', () => {
    remind([requested, approved], BEFORE_DUE_SOON).yields({ refused: 'loan.reminded' })
    remind([requested, approved], DUE_SOON).yields(dueSoon)
    remind([requested, approved, dueSoon], DUE).yields({ refused: 'loan.reminded' })
  })

  test('happens when the loan is overdue, not before, and once', () => {
    remind([requested, approved, dueSoon], BEFORE_OVERDUE).yields({ refused: 'loan.reminded' })
    remind([requested, approved, dueSoon], OVERDUE).yields(overdue)
    remind([requested, approved, dueSoon, overdue], '2026-12-31T00:00:00.000Z').yields({
      refused: 'loan.reminded',
    })
  })

  test('sends only the overdue reminder if the first was missed', () => {
    remind([requested, approved], OVERDUE).yields(overdue)
  })

  test.each([
    ['pending', [requested]],
    ['rejected', [requested, rejected]],
    ['paid', [requested, approved, repaid]],
  ])('does not happen while it is %s', (status, past) => {
    remind(past, OVERDUE).yields({ refused: 'loan.not_payable', details: { status } })
  })

  test('needs a loan', () => {
    remind([], OVERDUE).yields({ refused: 'item.unknown' })
  })
})
