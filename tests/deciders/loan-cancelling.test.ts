import { describe, expect, test } from 'vitest'
import { cancelLoan } from '#server/features/loans/decide-cancelling.ts'
import { payLoan, remindOfLoan } from '#server/features/loans/decide-repayment.ts'
import { loans, reviewLoan } from '#server/features/loans/decider.ts'
import type { LoanEvent } from '#server/features/loans/events.ts'
import { exposureOf } from '#server/features/loans/exposure.ts'
import type { ApprovalEvent } from '#server/reviews/events.ts'
import { epochMsOf } from '#shared/time.ts'
import { given, stateAfter } from '#tests/support/decider-spec.ts'
import { AT, approved, cancelled, ENOUGH, rejected, repaid, requested } from './loan-events.ts'

const firstApproved: ApprovalEvent = {
  type: 'FirstApprovalGiven',
  data: {
    ...{ approvedBy: 'staff-1', approvedAt: AT, notes: null },
    ...{ value: '1000.5', above: '100', ticks: [] },
  },
}
const by = (userId: string) => (state: typeof loans.initial) =>
  cancelLoan(state, { userId, at: AT })
const withdrawn = given(loans, [requested, cancelled])

describe('cancelling an application', () => {
  test('is possible while it is pending, also after the first of two approvals', () => {
    given(loans, [requested]).when(by('user-1')).yields(cancelled)
    given(loans, [requested, firstApproved]).when(by('user-1')).yields(cancelled)
  })

  const decided: readonly (readonly [status: string, past: readonly LoanEvent[]])[] = [
    ['approved', [approved]],
    ['approved', [approved, repaid]],
    ['rejected', [rejected]],
    ['cancelled', [cancelled]],
  ]
  test.each(decided)('is too late once it is %s', (status, past) => {
    given(loans, [requested, ...past])
      .when(by('user-1'))
      .yields({ refused: 'loan.not_cancellable', details: { status } })
  })

  test('is only for the owner', () => {
    given(loans, [requested]).when(by('user-2')).yields({ refused: 'item.unknown' })
    given(loans, []).when(by('user-1')).yields({ refused: 'item.unknown' })
  })
})

describe('a cancelled application', () => {
  test('no longer waits and does not count as an application', () => {
    const state = stateAfter(loans, [requested, cancelled])
    expect(loans.summarise(state)).toEqual({ status: 'cancelled', waiting: false })
    expect(exposureOf([state], epochMsOf(AT))).toEqual({ owed: 0n, isWaiting: false })
  })

  test.each(['approve', 'reject'] as const)('cannot be reviewed any more: %s', (action) => {
    withdrawn
      .when((state) =>
        reviewLoan(
          state,
          { action, reason: 'No income' },
          { reviewerId: 'staff-1', at: AT, worth: null, exposure: { maximum: '0', owed: 0n } },
        ),
      )
      .yields({ refused: 'review.already_decided', details: { status: 'cancelled' } })
  })

  test('cannot be repaid and causes no reminder', () => {
    const refusal = { refused: 'loan.not_payable', details: { status: 'cancelled' } } as const
    withdrawn
      .when((state) => payLoan(state, { userId: 'user-1' }, { at: AT, available: ENOUGH }))
      .yields(refusal)
    withdrawn.when((state) => remindOfLoan(state, { at: AT })).yields(refusal)
  })
})
