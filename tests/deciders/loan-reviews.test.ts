import { describe, test } from 'vitest'
import { payLoan } from '#server/features/loans/decide-repayment.ts'
import { loans, type ReviewLoan, reviewLoan } from '#server/features/loans/decider.ts'
import type { LoanEvent } from '#server/features/loans/events.ts'
import type { Worth } from '#server/reviews/decide-review.ts'
import { parseUnits } from '#shared/money.ts'
import { NOTHING_APPROVED } from '#tests/support/approvals.ts'
import { given } from '#tests/support/decider-spec.ts'
import { AT, approved, OVERDUE, rejected, repaid, requested, usdt } from './loan-events.ts'

type Approved = Extract<LoanEvent, { type: 'LoanApproved' }>

/** The facts of a user without loans. */
const FREE = { maximum: '2000000', owed: 0n }

describe('reviewing an application', () => {
  const review = (past: readonly LoanEvent[], changed: Partial<ReviewLoan> = {}, at = AT) =>
    given(loans, past).when((state) =>
      reviewLoan(
        state,
        { action: 'approve', reason: null, ...changed },
        { reviewerId: 'staff-1', at, worth: null, exposure: FREE },
      ),
    )

  test('approves and pays out the principal', () => {
    review([requested]).yields(approved)
  })

  test('rejects only with a reason', () => {
    review([requested], { action: 'reject', reason: 'No income' }).yields(rejected)
    review([requested], { action: 'reject' }).yields({ refused: 'review.reason_required' })
  })

  test('needs an application that is not the reviewer’s own', () => {
    review([]).yields({ refused: 'item.unknown' })
    given(loans, [requested])
      .when((state) =>
        reviewLoan(
          state,
          { action: 'approve', reason: null },
          { reviewerId: 'user-1', at: AT, worth: null, exposure: FREE },
        ),
      )
      .yields({ refused: 'access.own_request' })
  })

  test.each([
    ['approved', [requested, approved]],
    ['approved', [requested, approved, repaid]],
    ['rejected', [requested, rejected]],
  ])('happens only once: %s', (status, past) => {
    review(past).yields({ refused: 'review.already_decided', details: { status } })
  })

  test('starts the term, however long the application waited', () => {
    const late = {
      ...approved,
      data: { ...approved.data, reviewedAt: OVERDUE, startsAt: OVERDUE },
    } as LoanEvent
    review([requested], {}, OVERDUE).yields(late)
    const { data } = repaid
    given(loans, [requested, late])
      .when((state) =>
        payLoan(state, { userId: 'user-1' }, { at: OVERDUE, available: parseUnits('5000') }),
      )
      .yields({ ...repaid, data: { ...data, paidAt: OVERDUE } } as LoanEvent)
  })

  test('of an earlier version keeps the term counted from the application', () => {
    const { startsAt: _, ...data } = (approved as Approved).data
    given(loans, [requested, { ...approved, data } as LoanEvent])
      .when((state) =>
        payLoan(state, { userId: 'user-1' }, { at: OVERDUE, available: parseUnits('5000') }),
      )
      .yields({
        ...repaid,
        data: { ...repaid.data, penalty: usdt('50.025'), lateDays: 1, paidAt: OVERDUE },
      } as LoanEvent)
  })

  test('is checked again against the limit of what a user may owe, by each of two approvals', () => {
    const exposure = { maximum: '2058.02875', owed: parseUnits('1000.00000001') }
    const refusal = {
      refused: 'loan.owed_too_much',
      details: { maximum: '2058.02875000', owed: '1000.00000001', added: '1058.02875000' },
    } as const
    const worth: Worth = {
      value: parseUnits('1000.5'),
      ticks: [],
      above: '100',
      flow: 'in',
      before: NOTHING_APPROVED,
    }
    for (const each of [null, worth]) {
      given(loans, [requested])
        .when((state) =>
          reviewLoan(
            state,
            { action: 'approve', reason: null },
            { reviewerId: 'staff-1', at: AT, worth: each, exposure },
          ),
        )
        .yields(refusal)
    }
  })
})
