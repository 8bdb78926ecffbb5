import { describe, expect, test } from 'vitest'
import {
  acknowledgeWithdrawal,
  cancelWithdrawal,
  type RequestFacts,
  type RequestWithdrawal,
  requestWithdrawal,
  withdrawals,
} from '#server/features/withdrawals/decider.ts'
import type { WithdrawalEvent } from '#server/features/withdrawals/events.ts'
import { parseUnits } from '#shared/money.ts'
import { given, stateAfter } from '#tests/support/decider-spec.ts'
import {
  AT,
  acknowledged,
  approved,
  cancelled,
  firstApproved,
  LATER,
  rejected,
  requested,
  TRON,
} from './withdrawal-events.ts'

const ETHEREUM = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

const command: RequestWithdrawal = {
  userId: 'user-1',
  userNo: '7',
  symbol: 'USDT',
  amount: '250.5',
  walletAddress: TRON,
}
const facts: RequestFacts = {
  at: AT,
  available: parseUnits('1000'),
  credentialsHoldEndsAt: null,
  hasSecondFactor: false,
  platformAddresses: [],
  allowed: undefined,
}
const request =
  (changed: Partial<RequestWithdrawal> = {}, changedFacts: Partial<RequestFacts> = {}) =>
  () =>
    requestWithdrawal({ ...command, ...changed }, { ...facts, ...changedFacts })

const nothing = given(withdrawals, [])
const pending = given(withdrawals, [requested])

describe('requesting a withdrawal', () => {
  test('freezes the amount on the coin’s own network', () => {
    nothing.when(request()).yields(requested)
    nothing.when(request({ network: 'TRC20', claimedUserId: 'user-1' })).yields(requested)
  })

  test('may use the whole balance and not a unit more', () => {
    nothing
      .when(request({ amount: '1000' }))
      .yields({ type: 'WithdrawalRequested', data: { ...requested.data, amount: '1000' } } as never)
    nothing.when(request({ amount: '1000.00000001' })).yields({
      refused: 'withdrawal.balance_insufficient',
      details: { symbol: 'USDT', available: '1,000.00000000', amount: '1,000.00000001' },
    })
  })

  test('is refused in another user’s name', () => {
    nothing.when(request({ claimedUserId: 'user-2' })).yields({ refused: 'access.forbidden' })
  })

  test('needs an address', () => {
    nothing.when(request({ walletAddress: '' })).yields({ refused: 'withdrawal.fields_missing' })
  })

  test('needs a valid address of the coin’s network', () => {
    for (const walletAddress of [ETHEREUM, TRON.replace('t', 'u'), 'nonsense']) {
      nothing
        .when(request({ walletAddress }))
        .yields({ refused: 'address.malformed', details: { network: 'TRC20' } })
    }
    nothing.when(request({ symbol: 'ETH', walletAddress: ETHEREUM })).yields({
      type: 'WithdrawalRequested',
      data: { ...requested.data, symbol: 'ETH', network: 'ERC20', walletAddress: ETHEREUM },
    } as WithdrawalEvent)
  })

  test('is refused on a network that the coin does not support', () => {
    nothing.when(request({ network: 'ERC20', walletAddress: ETHEREUM })).yields({
      refused: 'withdrawal.network_unsupported',
      details: { symbol: 'USDT', network: 'ERC20' },
    })
  })

  test('is on hold for 24 hours after a change of password or second factor', () => {
    nothing.when(request({}, { credentialsHoldEndsAt: '2026-01-31T09:30:00.001Z' })).yields({
      refused: 'withdrawal.on_hold',
      details: {
        until: '2026-01-31T09:30:00.001Z',
      },
    })
    nothing
      .when(request({}, { credentialsHoldEndsAt: '2026-01-31T09:30:00.000Z' }))
      .yields(requested)
  })

  test('says how long it is on hold after staff reset a second factor', () => {
    nothing.when(request({}, { resetHoldEndsAt: '2026-02-01T09:30:00.000Z' })).yields({
      refused: 'withdrawal.on_hold',
      details: { until: '2026-02-01T09:30:00.000Z' },
    })
  })

  test('is refused while a link in a mail froze withdrawals', () => {
    const frozenUntil = '2026-02-01T09:30:00.000Z'
    nothing.when(request({}, { frozenUntil })).yields({
      refused: 'withdrawal.frozen',
      details: { until: frozenUntil },
    })
    nothing.when(request({}, { frozenUntil: AT })).yields(requested)
  })

  test('goes only to an address saved at least 24 hours ago while the allowlist is on', () => {
    const saved = { label: 'Savings', symbol: 'USDT', address: TRON }
    nothing.when(request({}, { allowed: [] })).yields({
      refused: 'withdrawal.address_not_saved',
      details: { hours: 24 },
    })
    const savedAt = '2026-01-30T09:30:00.001Z'
    nothing.when(request({}, { allowed: [{ ...saved, savedAt }] })).yields({
      refused: 'withdrawal.address_too_new',
      details: {
        label: 'Savings',
        from: '2026-01-31T09:30:00.001Z',
      },
    })
    const earlier = '2026-01-30T09:30:00.000Z'
    nothing.when(request({}, { allowed: [{ ...saved, savedAt: earlier }] })).yields(requested)
  })

  test('records whether the user has a second factor', () => {
    nothing.when(request({}, { hasSecondFactor: true })).yields({
      type: 'WithdrawalRequested',
      data: { ...requested.data, secondFactor: true },
    } as WithdrawalEvent)
  })
})

const owner = { userId: 'user-1', at: LATER, isClaimed: false }
const stranger = { ...owner, userId: 'user-2' }

describe('cancelling a withdrawal', () => {
  test('returns the amount while it is pending', () => {
    pending.when((state) => cancelWithdrawal(state, owner)).yields(cancelled)
  })

  test.each([
    ['approved', approved],
    ['rejected', rejected],
    ['cancelled', cancelled],
  ] as const)('is too late once it is %s', (status, event) => {
    given(withdrawals, [requested, event])
      .when((state) => cancelWithdrawal(state, owner))
      .yields({ refused: 'withdrawal.not_cancellable', details: { status } })
  })

  test('is refused while a reviewer works on it', () => {
    pending
      .when((state) => cancelWithdrawal(state, { ...owner, isClaimed: true }))
      .yields({ refused: 'withdrawal.in_review' })
    given(withdrawals, [requested, firstApproved])
      .when((state) => cancelWithdrawal(state, owner))
      .yields({ refused: 'withdrawal.in_review' })
  })

  test('is only for the owner', () => {
    pending.when((state) => cancelWithdrawal(state, stranger)).yields({ refused: 'item.unknown' })
    nothing.when((state) => cancelWithdrawal(state, owner)).yields({ refused: 'item.unknown' })
  })
})

describe('acknowledging a result', () => {
  test.each([approved, rejected])('a result is acknowledged once: $type', (result) => {
    given(withdrawals, [requested, result])
      .when((state) => acknowledgeWithdrawal(state, owner))
      .yields(acknowledged)
    given(withdrawals, [requested, result, acknowledged])
      .when((state) => acknowledgeWithdrawal(state, owner))
      .yields({ refused: 'acknowledge.repeated' })
  })

  test('a pending request has no result, and a cancelled one needs no acknowledgement', () => {
    pending
      .when((state) => acknowledgeWithdrawal(state, owner))
      .yields({ refused: 'acknowledge.pending' })
    given(withdrawals, [requested, cancelled])
      .when((state) => acknowledgeWithdrawal(state, owner))
      .yields({ refused: 'acknowledge.repeated' })
  })

  test('another user’s request is unknown', () => {
    given(withdrawals, [requested, approved])
      .when((state) => acknowledgeWithdrawal(state, stranger))
      .yields({ refused: 'item.unknown' })
    nothing.when((state) => acknowledgeWithdrawal(state, owner)).yields({ refused: 'item.unknown' })
  })
})

test('a withdrawal waits for review until it is decided, and is new until it is acknowledged', () => {
  const histories: WithdrawalEvent[][] = [
    [requested],
    [requested, approved],
    [requested, rejected],
    [requested, cancelled],
    [requested, rejected, acknowledged],
  ]
  const states = histories.map((past) => stateAfter(withdrawals, past))
  expect(states.map((state) => withdrawals.summarise(state))).toEqual([
    { status: 'pending', waiting: true },
    { status: 'approved', waiting: false },
    { status: 'rejected', waiting: false },
    { status: 'cancelled', waiting: false },
    { status: 'rejected', waiting: false },
  ])
  expect(states.map(({ isNew }) => isNew)).toEqual([false, true, true, false, false])
  expect(states[1]).toMatchObject({ screenshot: 'upload-1', reviewedBy: 'admin-1' })
  expect(states[3]).toMatchObject({ cancelledAt: LATER, reviewedAt: null })
  expect(states[4]).toMatchObject({
    rejectionReason: 'Unknown wallet',
    requireReverification: true,
    hiddenForUser: false,
  })
})
