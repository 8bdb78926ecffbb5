import { describe, test } from 'vitest'
import {
  type ReviewWithdrawal,
  reviewWithdrawal,
  withdrawals,
} from '#server/features/withdrawals/decider.ts'
import type { WithdrawalEvent } from '#server/features/withdrawals/events.ts'
import { given } from '#tests/support/decider-spec.ts'
import {
  approved,
  cancelled,
  LATER,
  money,
  rejected,
  requested,
  review,
} from './withdrawal-events.ts'

const nothing = given(withdrawals, [])
const pending = given(withdrawals, [requested])

const approve: ReviewWithdrawal = {
  action: 'approve',
  notes: null,
  reason: null,
  requireReverification: false,
  screenshot: 'upload-1',
}
const reject: ReviewWithdrawal = {
  action: 'reject',
  notes: null,
  reason: 'Unknown wallet',
  requireReverification: true,
  screenshot: null,
}
const reviewer = { reviewerId: 'admin-1', at: LATER, worth: null }

describe('reviewing a withdrawal', () => {
  test('approval pays out the amount, with a screenshot of the transfer', () => {
    pending.when((state) => reviewWithdrawal(state, approve, reviewer)).yields(approved)
  })

  test('approval needs no screenshot and drops the reason and the flag', () => {
    const bare = { ...approve, screenshot: null, reason: 'no', requireReverification: true }
    pending
      .when((state) => reviewWithdrawal(state, bare, reviewer))
      .yields({ type: 'WithdrawalApproved', data: { ...money, ...review, screenshot: null } })
  })

  test('approval waits for the end of the owner’s freeze, and rejection does not', () => {
    const frozen = { ...reviewer, frozenUntil: '2026-01-31T10:00:00.001Z' }
    pending
      .when((state) => reviewWithdrawal(state, approve, frozen))
      .yields({
        refused: 'withdrawal.owner_froze',
        details: { until: frozen.frozenUntil },
      })
    pending.when((state) => reviewWithdrawal(state, reject, frozen)).yields(rejected)
    pending
      .when((state) => reviewWithdrawal(state, approve, { ...reviewer, frozenUntil: LATER }))
      .yields(approved)
  })

  test('rejection returns the amount, with the reason and the flag', () => {
    pending.when((state) => reviewWithdrawal(state, reject, reviewer)).yields(rejected)
  })

  test('rejection needs no reason', () => {
    pending
      .when((state) => reviewWithdrawal(state, { ...reject, reason: null }, reviewer))
      .yields({ ...rejected, data: { ...rejected.data, reason: null } } as WithdrawalEvent)
  })

  test.each([
    ['approved', approved],
    ['rejected', rejected],
    ['cancelled', cancelled],
  ] as const)('a finished request is not reviewed again: %s', (status, event) => {
    for (const action of [approve, reject]) {
      given(withdrawals, [requested, event])
        .when((state) => reviewWithdrawal(state, action, reviewer))
        .yields({ refused: 'review.already_decided', details: { status } })
    }
  })

  test('reviewers cannot review their own request', () => {
    pending
      .when((state) => reviewWithdrawal(state, approve, { ...reviewer, reviewerId: 'user-1' }))
      .yields({ refused: 'access.own_request' })
  })

  test('a request that does not exist cannot be reviewed', () => {
    nothing
      .when((state) => reviewWithdrawal(state, approve, reviewer))
      .yields({ refused: 'item.unknown' })
  })
})
