import { describe, test } from 'vitest'
import { noticeOverdueSending, startSending } from '#server/features/withdrawals/decide-sending.ts'
import { cancelWithdrawal, withdrawals } from '#server/features/withdrawals/decider.ts'
import type { WithdrawalEvent } from '#server/features/withdrawals/events.ts'
import { given } from '#tests/support/decider-spec.ts'
import { approved, LATER, requested, sendingStarted, sendingStopped } from './withdrawal-events.ts'

const sender = { reviewerId: 'admin-1', at: LATER, worth: null }
const colleague = { ...sender, reviewerId: 'admin-2' }
const OWNER = { userId: 'user-1', at: LATER, isClaimed: false }
const BEING_SENT = {
  refused: 'withdrawal.being_sent',
  details: { since: LATER, hours: 24 },
} as const
const pending = given(withdrawals, [requested])
const beingSent = given(withdrawals, [requested, sendingStarted])

describe('a transfer that no one records', () => {
  const IN_TIME = '2026-01-31T11:59:59.999Z'
  const LATE = '2026-01-31T12:00:00.000Z'
  const notice = (at: string) => (state: Parameters<typeof noticeOverdueSending>[0]) =>
    noticeOverdueSending(state, { at })
  const overdue: WithdrawalEvent = {
    type: 'WithdrawalSendingOverdue',
    data: { startedBy: sender.reviewerId, startedAt: LATER, noticedAt: LATE },
  }
  const none = { refused: 'withdrawal.not_being_sent' } as const

  test('is noticed two hours after it was started, once', () => {
    beingSent.when(notice(IN_TIME)).yields(none)
    beingSent.when(notice(LATE)).yields(overdue)
    given(withdrawals, [requested, sendingStarted, overdue]).when(notice(LATE)).yields(none)
  })

  test('is noticed again if the same person stops and starts again', () => {
    const again = given(withdrawals, [
      requested,
      sendingStarted,
      overdue,
      sendingStopped,
      sendingStarted,
    ])
    again.when(notice(LATE)).yields(overdue)
  })

  test('is noticed again if the same person starts again a day later', () => {
    const startedAt = '2026-02-01T10:00:00.000Z'
    const restarted = { ...sendingStarted, data: { ...sendingStarted.data, startedAt } }
    const again = given(withdrawals, [
      ...[requested, sendingStarted, overdue],
      restarted as WithdrawalEvent,
    ])
    again.when(notice(startedAt)).yields(none)
    const noticedAt = '2026-02-01T12:00:00.000Z'
    again
      .when(notice(noticedAt))
      .yields({ ...overdue, data: { ...overdue.data, startedAt, noticedAt } } as WithdrawalEvent)
  })

  test('is not noticed if it was stopped, approved or never started', () => {
    pending.when(notice(LATE)).yields(none)
    given(withdrawals, [requested, sendingStarted, sendingStopped]).when(notice(LATE)).yields(none)
    given(withdrawals, [requested, sendingStarted, approved]).when(notice(LATE)).yields(none)
    given(withdrawals, []).when(notice(LATE)).yields({ refused: 'item.unknown' })
  })

  test('stays with the person who started', () => {
    const noticed = given(withdrawals, [requested, sendingStarted, overdue])
    noticed.when((state) => startSending(state, colleague)).yields(BEING_SENT)
    noticed
      .when((state) => cancelWithdrawal(state, OWNER))
      .yields({
        refused: 'withdrawal.in_review',
      })
  })
})
