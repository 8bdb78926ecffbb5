import { describe, expect, test } from 'vitest'
import {
  EARLIER_KEPT_MAX,
  type KycState,
  kyc,
  type ReviewKyc,
  resetKyc,
  revealKyc,
  reviewKyc,
  type SubmitKyc,
  submitKyc,
} from '#server/features/kyc/decider.ts'
import type { KycEvent } from '#server/features/kyc/events.ts'
import { refuse } from '#shared/refusal.ts'
import { OWN_RESETS_MAX, REJECTED_A_DAY_MAX } from '#shared/rules/waiting-requests.ts'
import { given, stateAfter } from '#tests/support/decider-spec.ts'
import {
  AT,
  approved,
  command,
  documents,
  LATER,
  rejected,
  submitted,
  wasReset,
} from './kyc-events.ts'

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
        refuse('request.too_many_rejected', {
          maximum: 10,
          hours: 24,
          until: '2026-02-01T10:00:00.000Z',
        }),
      )
    given(kyc, before)
      .when((state) => submitKyc(state, command, { at: '2026-02-01T10:00:00.000Z' }))
      .yields({
        ...submitted,
        data: { ...submitted.data, submittedAt: '2026-02-01T10:00:00.000Z' },
      })
  })

  test('counts rejections that a reset followed, and however many resets', () => {
    const inADay = Array.from({ length: REJECTED_A_DAY_MAX }).flatMap(() => [submitted, rejected])
    const tooMany = refuse('request.too_many_rejected', {
      maximum: 10,
      hours: 24,
      until: '2026-02-01T10:00:00.000Z',
    })
    given(kyc, [...inADay, wasReset])
      .when(submit())
      .yields(tooMany)
    const resets = Array.from({ length: EARLIER_KEPT_MAX }).flatMap(() => [submitted, wasReset])
    given(kyc, [...inADay, ...resets])
      .when(submit())
      .yields(tooMany)
  })

  test('is refused after resets by changes of name until the first of them is an hour old', () => {
    const byName = { ...wasReset, data: { ...wasReset.data, resetBy: 'user-1' } } as KycEvent
    const resets = Array.from({ length: OWN_RESETS_MAX }).flatMap(() => [submitted, byName])
    const at = (time: string) => (state: KycState) => submitKyc(state, command, { at: time })
    const until = '2026-01-31T11:00:00.000Z'
    given(kyc, resets.slice(2)).when(submit()).yields(submitted)
    given(kyc, resets)
      .when(at('2026-01-31T10:59:59.999Z'))
      .yields(refuse('kyc.too_many_name_changes', { maximum: OWN_RESETS_MAX, hours: 1, until }))
    given(kyc, resets)
      .when(at(until))
      .yields({ ...submitted, data: { ...submitted.data, submittedAt: until } })
  })

  test('is possible after any number of resets by staff', () => {
    const resets = Array.from({ length: 2 * OWN_RESETS_MAX }).flatMap(() => [submitted, wasReset])
    given(kyc, resets).when(submit()).yields(submitted)
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

  const by = { submittedAt: AT, decidedAt: LATER, decidedBy: 'admin-1' }

  test('keeps only earlier decisions after a reset', () => {
    const state = stateAfter(kyc, [submitted, rejected, submitted, approved, wasReset])
    expect(state.earlier).toEqual([
      { outcome: 'rejected', ...by, reason: 'Not readable' },
      { outcome: 'approved', ...by, reason: null },
      { outcome: 'reset', ...by, reason: null },
    ])
    expect({ ...state, earlier: [], userId: '', userNo: '' }).toEqual(kyc.initial)
  })

  test('keeps a rejection and its reason when it is reset', () => {
    expect(stateAfter(kyc, [submitted, rejected, wasReset]).earlier).toEqual([
      { outcome: 'rejected', ...by, reason: 'Not readable' },
      { outcome: 'reset', ...by, reason: null },
    ])
  })

  test('keeps the newest earlier decisions of each outcome', () => {
    const resets = Array.from({ length: 2 * EARLIER_KEPT_MAX }).flatMap((_, number) => [
      submitted,
      { ...wasReset, data: { ...wasReset.data, reason: `Reset ${number}` } } as KycEvent,
    ])
    const { earlier } = stateAfter(kyc, [submitted, rejected, ...resets])
    expect(earlier.map(({ outcome }) => outcome)).toEqual([
      'rejected',
      ...Array(EARLIER_KEPT_MAX).fill('reset'),
    ])
    expect([earlier[1]?.reason, earlier.at(-1)?.reason]).toEqual([
      `Reset ${EARLIER_KEPT_MAX}`,
      `Reset ${2 * EARLIER_KEPT_MAX - 1}`,
    ])
  })
})
