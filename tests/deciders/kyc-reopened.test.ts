import { describe, expect, test } from 'vitest'
import {
  reopenForName,
  reopenForReview,
  takeBackForReview,
} from '#server/features/kyc/decide-reopening.ts'
import { type KycState, kyc, submitKyc } from '#server/features/kyc/decider.ts'
import type { KycEvent } from '#server/features/kyc/events.ts'
import { refuse } from '#shared/refusal.ts'
import { given, stateAfter } from '#tests/support/decider-spec.ts'
import { AT, approved, command, LATER, rejected, submitted, wasReset } from './kyc-events.ts'

const submit = (state: KycState) => submitKyc(state, command, { at: AT })

describe('a changed name', () => {
  const reopen = (state: KycState) => reopenForName(state, { changedAt: LATER })
  const reopened: KycEvent = {
    type: 'KycReset',
    data: { reason: 'Your name has been changed.', resetBy: 'user-1', resetAt: LATER },
  }

  test.each([
    ['a pending', [submitted]],
    ['an approved', [submitted, approved]],
  ])('revokes %s verification', (_, past) => given(kyc, past).when(reopen).yields(reopened))

  test.each([
    ['a rejected', [submitted, rejected]],
    ['no', []],
  ])('changes nothing about %s verification', (_, past) =>
    given(kyc, past).when(reopen).yields({ refused: 'kyc.nothing_submitted' }),
  )

  test('changes nothing about a verification that was submitted later', () =>
    given(kyc, [submitted])
      .when((state) => reopenForName(state, { changedAt: '2026-01-31T09:00:00.000Z' }))
      .yields({ refused: 'kyc.nothing_submitted' }))
})

describe('a review that asks to verify again', () => {
  const asked = {
    userId: 'user-1',
    userNo: '7',
    askedIn: 'deposit-1',
    reason: 'Another name on the transfer',
    askedBy: 'admin-1',
    askedAt: '2026-02-01T12:00:00.000Z',
  }
  const reopened: KycEvent = { type: 'KycReopened', data: asked }
  const reopen = (state: KycState) => reopenForReview(state, asked)
  const again: KycEvent = {
    ...submitted,
    data: {
      ...submitted.data,
      submissionId: 'submission-2',
      submittedAt: '2026-02-02T12:00:00.000Z',
    },
  } as KycEvent

  test('revokes an approved verification and accepts another submission', () => {
    given(kyc, [submitted, approved]).when(reopen).yields(reopened)
    const state = stateAfter(kyc, [submitted, approved, reopened])
    expect(state).toMatchObject({
      status: 'not_submitted',
      submissionId: '',
      earlier: [
        { outcome: 'approved', reason: null },
        { outcome: 'reopened', reason: 'Another name on the transfer' },
      ],
    })
    given(kyc, [submitted, approved, reopened]).when(submit).yields(submitted)
  })

  test('ends with the next approval, not with a submission or a reset', () => {
    for (const next of [submitted, rejected, wasReset]) {
      expect(stateAfter(kyc, [reopened, submitted, next]).reopened).toBeDefined()
    }
    expect(stateAfter(kyc, [reopened, submitted, approved]).reopened).toBeUndefined()
  })

  test('leaves a waiting or rejected submission unchanged', () => {
    expect(stateAfter(kyc, [submitted, reopened]).status).toBe('pending')
    expect(stateAfter(kyc, [submitted, rejected, reopened]).status).toBe('rejected')
    expect(stateAfter(kyc, [reopened])).toMatchObject({ status: 'not_submitted', userId: 'user-1' })
  })

  test('leaves a later submission unchanged, and the user is unverified until its approval', () => {
    const state = stateAfter(kyc, [again, reopened])
    expect(state).toMatchObject({ status: 'pending', reopened: { askedAt: reopened.data.askedAt } })
  })

  test('takes back what was waiting when it asked, and nothing that was submitted later', () => {
    const takeBack = (state: KycState) => takeBackForReview(state, asked)
    const taken: KycEvent = {
      type: 'KycReset',
      data: { reason: asked.reason, resetBy: asked.askedBy, resetAt: asked.askedAt },
    }
    given(kyc, [submitted]).when(takeBack).yields(taken)
    for (const events of [[], [again], [submitted, approved], [submitted, rejected]]) {
      given(kyc, events).when(takeBack).yields(refuse('kyc.nothing_submitted'))
    }
    const state = stateAfter(kyc, [submitted, taken, reopened])
    expect(state).toMatchObject({ status: 'not_submitted', earlier: [{ outcome: 'reset' }] })
    given(kyc, [submitted, taken, reopened]).when(submit).yields(submitted)
  })

  test('does nothing if staff approved a verification that was submitted later', () => {
    const late: KycEvent = {
      type: 'KycApproved',
      data: { reviewedBy: 'admin-1', reviewedAt: '2026-02-03T12:00:00.000Z' },
    }
    given(kyc, [again, late]).when(reopen).yields(refuse('kyc.verified_since'))
    // Documents from before the review do not settle its doubt, however late they were approved.
    given(kyc, [submitted, late]).when(reopen).yields(reopened)
  })
})
