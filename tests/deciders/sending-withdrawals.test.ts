import { describe, test } from 'vitest'
import { startSending, stopSending } from '#server/features/withdrawals/decide-sending.ts'
import {
  cancelWithdrawal,
  reviewWithdrawal,
  withdrawals,
} from '#server/features/withdrawals/decider.ts'
import type { WithdrawalEvent } from '#server/features/withdrawals/events.ts'
import type { ApprovalFacts, Worth } from '#server/reviews/decide-review.ts'
import { COUNTING_RULES } from '#shared/rules/second-approval.ts'
import { given } from '#tests/support/decider-spec.ts'
import {
  approved,
  cancelled,
  firstApproved,
  LATER,
  rejected,
  requested,
  sendingStarted,
  sendingStopped,
} from './withdrawal-events.ts'

const sender = { reviewerId: 'admin-1', at: LATER, worth: null }
const colleague = { ...sender, reviewerId: 'admin-2' }
const pending = given(withdrawals, [requested])
const beingSent = given(withdrawals, [requested, sendingStarted])
const BEING_SENT = {
  refused: 'withdrawal.being_sent',
  details: { since: LATER, hours: 24 },
} as const

const review = {
  action: 'approve',
  notes: null,
  reason: 'Unknown wallet',
  requireReverification: true,
  screenshot: 'upload-1',
} as const
const approve =
  (facts: ApprovalFacts & { frozenUntil?: string; isDisabled?: boolean }) =>
  (state: Parameters<typeof reviewWithdrawal>[0]) =>
    reviewWithdrawal(state, review, facts)
const reject = (facts: ApprovalFacts) => (state: Parameters<typeof reviewWithdrawal>[0]) =>
  reviewWithdrawal(state, { ...review, action: 'reject' }, facts)

/** A value above the limit of one person. */
const large: Worth = {
  value: 25_050_000_000n,
  ticks: [],
  above: '100',
  flow: 'out',
  before: {
    forCustomer: 0n,
    forAll: 0n,
    hasCredited: false,
    releasedToCredited: 0n,
    hasChangedSignIn: false,
  },
}

describe('starting to send the coins of a withdrawal', () => {
  test('is recorded with sender, time and address', () => {
    pending.when((state) => startSending(state, sender)).yields(sendingStarted)
  })

  test('may be repeated by the person who started it', () => {
    const again = { ...sender, at: '2026-01-31T11:00:00.000Z' }
    const restarted = { ...sendingStarted.data, startedAt: again.at }
    beingSent
      .when((state) => startSending(state, again))
      .yields({ type: 'WithdrawalSendingStarted', data: restarted } as WithdrawalEvent)
    const twice = given(withdrawals, [
      requested,
      sendingStarted,
      {
        type: 'WithdrawalSendingStarted',
        data: restarted,
      } as WithdrawalEvent,
    ])
    twice.when((state) => startSending(state, colleague)).yields(BEING_SENT)
  })

  test('is refused for a colleague', () => {
    beingSent.when((state) => startSending(state, colleague)).yields(BEING_SENT)
  })

  test('is refused for the owner, and after a decision', () => {
    pending
      .when((state) => startSending(state, { ...sender, reviewerId: 'user-1' }))
      .yields({ refused: 'access.own_request' })
    given(withdrawals, [requested, approved])
      .when((state) => startSending(state, sender))
      .yields({ refused: 'review.already_decided', details: { status: 'approved' } })
    given(withdrawals, [])
      .when((state) => startSending(state, sender))
      .yields({ refused: 'item.unknown' })
  })

  test('is refused while the withdrawal is on hold', () => {
    const until = '2026-02-01T09:30:00.000Z'
    pending
      .when((state) => startSending(state, { ...sender, frozenUntil: until }))
      .yields({ refused: 'withdrawal.owner_froze', details: { until } })
    pending
      .when((state) => startSending(state, { ...sender, isDisabled: true }))
      .yields({ refused: 'review.owner_disabled' })
    pending
      .when((state) => startSending(state, { ...sender, mustVerifyAgain: true }))
      .yields({ refused: 'kyc.verify_again' })
  })

  test('is only for the second person if two must approve', () => {
    pending
      .when((state) => startSending(state, { ...sender, worth: large }))
      .yields({ refused: 'withdrawal.approve_first' })
    const approvedFirst = given(withdrawals, [requested, firstApproved])
    approvedFirst
      .when((state) => startSending(state, { ...sender, worth: large }))
      .yields({ refused: 'approval.second_person' })
    approvedFirst
      .when((state) => startSending(state, { ...colleague, worth: large }))
      .yields({
        type: 'WithdrawalSendingStarted',
        data: { ...sendingStarted.data, startedBy: 'admin-2' },
      } as WithdrawalEvent)
  })
})

describe('while the coins are being sent', () => {
  test('the owner cannot cancel', () => {
    const owner = { userId: 'user-1', at: LATER, isClaimed: false }
    beingSent
      .when((state) => cancelWithdrawal(state, owner))
      .yields({ refused: 'withdrawal.in_review' })
    given(withdrawals, [requested, sendingStarted, sendingStopped])
      .when((state) => cancelWithdrawal(state, owner))
      .yields(cancelled)
  })

  test('only the sender decides', () => {
    beingSent.when(approve(sender)).yields(approved)
    beingSent.when(reject(sender)).yields(rejected)
    beingSent.when(approve(colleague)).yields(BEING_SENT)
    beingSent.when(reject(colleague)).yields(BEING_SENT)
  })

  test('the sender may approve even if the owner has since been disabled or frozen withdrawals', () => {
    beingSent.when(approve({ ...sender, frozenUntil: '2026-02-01T09:30:00.000Z' })).yields(approved)
    beingSent.when(approve({ ...sender, isDisabled: true })).yields(approved)
  })

  test('if the sender could only give a first approval, a second person may approve but not reject', () => {
    const stream = given(withdrawals, [requested, sendingStarted, firstApproved])
    stream.when(reject(colleague)).yields(BEING_SENT)
    stream.when(approve({ ...colleague, worth: large })).yields({
      type: 'WithdrawalApproved',
      data: {
        ...approved.data,
        reviewedBy: 'admin-2',
        weight: {
          value: '250.5',
          above: '100',
          ticks: [],
          flow: 'out',
          alone: false,
          credited: false,
          rules: COUNTING_RULES,
        },
      },
    } as WithdrawalEvent)
    const own = given(withdrawals, [
      requested,
      sendingStarted,
      { ...firstApproved, data: { ...firstApproved.data, approvedBy: 'admin-3' } },
    ])
    own.when(approve({ ...colleague, worth: large })).yields(BEING_SENT)
  })
})

describe('stopping the sending', () => {
  const almost = { ...colleague, at: '2026-02-01T09:59:59.999Z' }
  const dayLater = { ...colleague, at: '2026-02-01T10:00:00.000Z' }
  const stoppedBy = (stopped: string, stoppedAt: string) =>
    ({ type: 'WithdrawalSendingStopped', data: { stoppedBy: stopped, stoppedAt } }) as const

  test('is possible for the sender, and after a day for a colleague', () => {
    beingSent.when((state) => stopSending(state, sender)).yields(sendingStopped)
    beingSent.when((state) => stopSending(state, almost)).yields(BEING_SENT)
    beingSent.when(approve(almost)).yields(BEING_SENT)
    beingSent
      .when((state) => stopSending(state, dayLater))
      .yields(stoppedBy('admin-2', dayLater.at))
    beingSent.when(approve(dayLater)).yields({
      ...approved,
      data: { ...approved.data, reviewedBy: 'admin-2', reviewedAt: dayLater.at },
    } as WithdrawalEvent)
    beingSent.when(reject(dayLater)).yields(BEING_SENT)
  })

  test('is possible for a colleague at once if the sender is no longer on the staff', () => {
    const left = { ...colleague, senderHasLeft: true }
    beingSent.when((state) => stopSending(state, left)).yields(stoppedBy('admin-2', LATER))
  })

  test('counts the day from the first start of the same person', () => {
    const again = { ...sendingStarted, data: { ...sendingStarted.data, startedAt: almost.at } }
    given(withdrawals, [requested, sendingStarted, sendingStopped, again as WithdrawalEvent])
      .when((state) => stopSending(state, dayLater))
      .yields(stoppedBy('admin-2', dayLater.at))
    const other = {
      ...sendingStarted,
      data: { ...sendingStarted.data, startedBy: 'admin-3', startedAt: almost.at },
    }
    given(withdrawals, [requested, sendingStarted, sendingStopped, other as WithdrawalEvent])
      .when((state) => stopSending(state, dayLater))
      .yields({ refused: 'withdrawal.being_sent', details: { since: almost.at, hours: 24 } })
  })

  test('begins a new day for a start that comes a day after the first or later', () => {
    const restarted = {
      ...sendingStarted,
      data: { ...sendingStarted.data, startedAt: dayLater.at },
    }
    const since = {
      refused: 'withdrawal.being_sent',
      details: { since: dayLater.at, hours: 24 },
    } as const
    const streams = [
      [requested, sendingStarted, sendingStopped, restarted as WithdrawalEvent],
      [requested, sendingStarted, restarted as WithdrawalEvent],
    ].map((events) => given(withdrawals, events))
    for (const stream of streams) {
      stream.when((state) => stopSending(state, dayLater)).yields(since)
      stream.when(approve(dayLater)).yields(since)
      const secondDay = { ...colleague, at: '2026-02-02T10:00:00.000Z' }
      stream
        .when((state) => stopSending(state, secondDay))
        .yields(stoppedBy('admin-2', secondDay.at))
    }
  })

  test('needs coins that are being sent', () => {
    pending
      .when((state) => stopSending(state, sender))
      .yields({ refused: 'withdrawal.not_being_sent' })
    given(withdrawals, [requested, sendingStarted, approved])
      .when((state) => stopSending(state, sender))
      .yields({ refused: 'review.already_decided', details: { status: 'approved' } })
  })

  test('lets a colleague send', () => {
    given(withdrawals, [requested, sendingStarted, sendingStopped])
      .when((state) => startSending(state, colleague))
      .yields({
        type: 'WithdrawalSendingStarted',
        data: { ...sendingStarted.data, startedBy: 'admin-2' },
      } as WithdrawalEvent)
  })
})
