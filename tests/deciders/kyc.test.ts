import { describe, expect, test } from 'vitest'
import {
  type KycState,
  kyc,
  type ReviewKyc,
  reopenForReview,
  resetKyc,
  revealKyc,
  reviewKyc,
  type SubmitKyc,
  submitKyc,
  takeBackForReview,
} from '#server/features/kyc/decider.ts'
import type { KycEvent } from '#server/features/kyc/events.ts'
import { refuse } from '#shared/refusal.ts'
import { REJECTED_A_DAY_MAX } from '#shared/rules/waiting-requests.ts'
import { given, stateAfter } from '#tests/support/decider-spec.ts'

const AT = '2026-01-31T09:30:00.000Z'
const LATER = '2026-01-31T10:00:00.000Z'
const documents = { frontId: 'upload-1', backId: 'upload-2', selfieWithId: 'upload-3' }

const command: SubmitKyc = {
  userId: 'user-1',
  userNo: '7',
  fullName: 'Demo User',
  ssn: '123-45-6789',
  address: '1 Example Street',
  submissionId: 'submission-1',
  documents,
}

const submitted = {
  type: 'KycSubmitted',
  data: { userId: 'user-1', userNo: '7', submissionId: 'submission-1', documents, submittedAt: AT },
} as const satisfies KycEvent
const approved: KycEvent = {
  type: 'KycApproved',
  data: { reviewedBy: 'admin-1', reviewedAt: LATER },
}
const rejected: KycEvent = {
  type: 'KycRejected',
  data: { reason: 'Not readable', reviewedBy: 'admin-1', reviewedAt: LATER },
}
const wasReset: KycEvent = {
  type: 'KycReset',
  data: { reason: null, resetBy: 'admin-1', resetAt: LATER },
}

const submit = (part: Partial<SubmitKyc> = {}) => {
  return (state: KycState) => submitKyc(state, { ...command, ...part }, { at: AT })
}
const review = (part: Partial<ReviewKyc> = {}, reviewerId = 'admin-1') => {
  const asked = { submissionId: 'submission-1', action: 'approve', reason: null, ...part } as const
  return (state: KycState) => reviewKyc(state, asked, { reviewerId, at: LATER })
}
const reset = (reviewerId = 'admin-1') => {
  const facts = { reviewerId, at: LATER }
  return (state: KycState) => resetKyc(state, { userId: 'user-1', reason: null }, facts)
}
const reveal = (reason: string | null, submissionId = 'submission-1') => {
  const facts = { reviewerId: 'admin-1', at: LATER }
  return (state: KycState) => revealKyc(state, { submissionId, reason }, facts)
}

describe('submitting', () => {
  test('records no personal data in its event', () => {
    given(kyc, []).when(submit()).yields(submitted)
    expect(JSON.stringify(submitted)).not.toMatch(/Demo|6789|Street/)
  })

  test('needs name, SSN and address before images', () =>
    given(kyc, [])
      .when(submit({ ssn: ' ', documents: { ...documents, backId: undefined } }))
      .yields({ refused: 'kyc.fields_missing' }))

  test('needs all three images', () =>
    given(kyc, [])
      .when(submit({ documents: { ...documents, selfieWithId: undefined } }))
      .yields({ refused: 'kyc.documents_missing' }))

  test('is refused while a submission waits for review', () =>
    given(kyc, [submitted])
      .when(submit())
      .yields({ refused: 'kyc.submitted_already', details: { status: 'pending' } }))

  test('is refused after an approval', () =>
    given(kyc, [submitted, approved])
      .when(submit())
      .yields({ refused: 'kyc.submitted_already', details: { status: 'approved' } }))

  test('is possible again after a rejection', () =>
    given(kyc, [submitted, rejected]).when(submit()).yields(submitted))

  test('is refused after ten rejections until the first of them is a day old', () => {
    const before = Array.from({ length: REJECTED_A_DAY_MAX }).flatMap(() => [submitted, rejected])
    given(kyc, before.slice(2)).when(submit()).yields(submitted)
    given(kyc, before)
      .when(submit())
      .yields(
        refuse('request.too_many_rejected', { maximum: 10, until: '2026-02-01T10:00:00.000Z' }),
      )
    given(kyc, before)
      .when((state) => submitKyc(state, command, { at: '2026-02-01T10:00:00.000Z' }))
      .yields({
        ...submitted,
        data: { ...submitted.data, submittedAt: '2026-02-01T10:00:00.000Z' },
      })
  })

  test('is possible again after a reset', () =>
    given(kyc, [submitted, approved, wasReset]).when(submit()).yields(submitted))
})

describe('a review', () => {
  test('approves', () => given(kyc, [submitted]).when(review()).yields(approved))

  test('rejects with a reason', () =>
    given(kyc, [submitted])
      .when(review({ action: 'reject', reason: 'Not readable' }))
      .yields(rejected))

  test('does not reject without a reason', () =>
    given(kyc, [submitted])
      .when(review({ action: 'reject' }))
      .yields({ refused: 'review.reason_required' }))

  test('is refused for the reviewer’s own submission', () =>
    given(kyc, [submitted]).when(review({}, 'user-1')).yields({ refused: 'access.own_request' }))

  test('is refused after a decision', () =>
    given(kyc, [submitted, rejected])
      .when(review())
      .yields({ refused: 'review.already_decided', details: { status: 'rejected' } }))

  test('is refused for a submission that a newer one replaced', () =>
    given(kyc, [submitted, rejected, submitted])
      .when(review({ submissionId: 'submission-0' }))
      .yields({ refused: 'kyc.superseded' }))

  test('is refused for a submission that was reset', () =>
    given(kyc, [submitted, wasReset]).when(review()).yields({ refused: 'kyc.superseded' }))
})

describe('a reset', () => {
  test.each([
    ['a pending', [submitted]],
    ['an approved', [submitted, approved]],
    ['a rejected', [submitted, rejected]],
  ])('clears %s verification', (_, past) => given(kyc, past).when(reset()).yields(wasReset))

  test('needs a submission', () => {
    given(kyc, []).when(reset()).yields({ refused: 'kyc.nothing_submitted' })
    given(kyc, [submitted, wasReset]).when(reset()).yields({ refused: 'kyc.nothing_submitted' })
  })

  test('is refused for the reviewer’s own verification', () =>
    given(kyc, [submitted]).when(reset('user-1')).yields({ refused: 'access.own_request' }))
})

describe('viewing the SSN', () => {
  test('is recorded with viewer and reason', () =>
    given(kyc, [submitted])
      .when(reveal('A bank asks'))
      .yields({
        type: 'KycRevealed',
        data: { reason: 'A bank asks', revealedBy: 'admin-1', revealedAt: LATER },
      }))

  test('needs a reason', () =>
    given(kyc, [submitted]).when(reveal(null)).yields({ refused: 'kyc.reveal_reason_required' }))

  test('is refused for a submission that was reset', () =>
    given(kyc, [submitted, wasReset])
      .when(reveal('A bank asks'))
      .yields({ refused: 'kyc.superseded' }))
})

describe('the state', () => {
  test('follows the events', () => {
    expect(kyc.initial.status).toBe('not_submitted')
    expect(kyc.summarise(stateAfter(kyc, [submitted]))).toEqual({
      status: 'pending',
      waiting: true,
    })
    expect(kyc.summarise(stateAfter(kyc, [submitted, approved]))).toEqual({
      status: 'approved',
      waiting: false,
    })
    expect(stateAfter(kyc, [submitted, rejected]).rejectionReason).toBe('Not readable')
  })

  test('keeps only earlier decisions after a reset', () => {
    const state = stateAfter(kyc, [submitted, rejected, submitted, approved, wasReset])
    expect(state.earlier).toEqual([
      { outcome: 'rejected', submittedAt: AT, decidedAt: LATER, reason: 'Not readable' },
      { outcome: 'reset', submittedAt: AT, decidedAt: LATER, reason: null },
    ])
    expect({ ...state, earlier: [], userId: '', userNo: '' }).toEqual(kyc.initial)
  })
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
      earlier: [{ outcome: 'reopened', reason: 'Another name on the transfer' }],
    })
    given(kyc, [submitted, approved, reopened]).when(submit()).yields(submitted)
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
    given(kyc, [submitted, taken, reopened]).when(submit()).yields(submitted)
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
