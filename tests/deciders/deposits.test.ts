import { describe, expect, test } from 'vitest'
import {
  acknowledgeDeposit,
  deposits,
  type OfferedAddress,
  type RequestDeposit,
  requestDeposit,
  reviewDeposit,
} from '#server/features/deposits/decider.ts'
import type { DepositEvent } from '#server/features/deposits/events.ts'
import type { ReviewCommand } from '#server/reviews/decide-review.ts'
import { given, stateAfter } from '#tests/support/decider-spec.ts'

const AT = '2026-01-31T09:30:00.000Z'
const LATER = '2026-01-31T10:00:00.000Z'

const offered: OfferedAddress = {
  address: 'second',
  version: 3,
  isActive: true,
  history: [
    { version: 1, address: 'first', isActive: true },
    { version: 2, address: 'first', isActive: false },
    { version: 3, address: 'second', isActive: true },
  ],
}

const command: RequestDeposit = {
  userId: 'user-1',
  userNo: '7',
  symbol: 'USDT',
  amount: '250.5',
  screenshot: 'upload-1',
}

const requested: DepositEvent = {
  type: 'DepositRequested',
  data: {
    userId: 'user-1',
    userNo: '7',
    symbol: 'USDT',
    network: 'TRC20',
    amount: '250.5',
    address: 'second',
    addressVersion: 3,
    addressOutdated: false,
    screenshot: 'upload-1',
    submittedAt: AT,
  },
}

const approved: DepositEvent = {
  type: 'DepositApproved',
  data: { symbol: 'USDT', amount: '250.5', notes: null, reviewedBy: 'admin-1', reviewedAt: LATER },
}

const rejected: DepositEvent = {
  type: 'DepositRejected',
  data: {
    reason: 'Screenshot is of another transfer',
    notes: 'second try',
    requireReverification: true,
    reopensVerification: true,
    reviewedBy: 'admin-1',
    reviewedAt: LATER,
  },
}

const acknowledged: DepositEvent = {
  type: 'DepositAcknowledged',
  data: { acknowledgedAt: LATER },
}

function request(changes: Partial<RequestDeposit>, at: OfferedAddress | undefined = offered) {
  return () => requestDeposit({ ...command, ...changes }, { offered: at, at: AT })
}

describe('requesting a deposit', () => {
  const nothing = given(deposits, [])

  test('pins the current address and version if none is given', () => {
    nothing.when(request({})).yields(requested)
  })

  test('pins the given version', () => {
    nothing.when(request({ addressVersion: 3, network: 'TRC20' })).yields(requested)
  })

  test('accepts an earlier version and flags it for the reviewer', () => {
    nothing.when(request({ addressVersion: 1 })).yields({
      type: 'DepositRequested',
      data: { ...requested.data, address: 'first', addressVersion: 1, addressOutdated: true },
    } as DepositEvent)
  })

  test('does not flag an earlier version with the same address', () => {
    const again: OfferedAddress = { ...offered, address: 'first' }
    nothing.when(request({ addressVersion: 1 }, again)).yields({
      type: 'DepositRequested',
      data: { ...requested.data, address: 'first', addressVersion: 1 },
    } as DepositEvent)
  })

  test('flags an address that was deactivated after it was shown', () => {
    const gone: OfferedAddress = {
      ...offered,
      version: 4,
      isActive: false,
      history: [...offered.history, { version: 4, address: 'second', isActive: false }],
    }
    nothing.when(request({ addressVersion: 3 }, gone)).yields({
      type: 'DepositRequested',
      data: { ...requested.data, addressOutdated: true },
    } as DepositEvent)
    nothing.when(request({}, gone)).yields({ refused: 'deposit.address_missing' })
  })

  test('refuses a version that was never offered', () => {
    nothing
      .when(request({ addressVersion: 9 }))
      .yields({ refused: 'deposit.address_version_unknown' })
    nothing.when(request({ addressVersion: 2 })).yields({ refused: 'deposit.address_missing' })
  })

  test('is refused if staff entered no address', () => {
    nothing
      .when(() => requestDeposit(command, { offered: undefined, at: AT }))
      .yields({ refused: 'deposit.address_missing' })
  })

  test('refuses a network that the coin does not support', () => {
    nothing.when(request({ network: 'ERC20' })).yields({ refused: 'deposit.address_missing' })
  })

  test('refuses a coin that cannot be deposited', () => {
    nothing.when(request({ symbol: 'DOGE' })).yields({ refused: 'deposit.address_missing' })
  })

  test('refuses less than the minimum and accepts exactly the minimum', () => {
    nothing.when(request({ amount: '9.99999999' })).yields({
      refused: 'deposit.below_minimum',
      details: { minimum: '10', symbol: 'USDT' },
    })
    nothing.when(request({ amount: '10' })).yields({
      type: 'DepositRequested',
      data: { ...requested.data, amount: '10' },
    } as DepositEvent)
  })
})

const approve: ReviewCommand = {
  action: 'approve',
  notes: null,
  reason: null,
  requireReverification: false,
}
const reject: ReviewCommand = {
  action: 'reject',
  notes: 'second try',
  reason: 'Screenshot is of another transfer',
  requireReverification: true,
}
const facts = { reviewerId: 'admin-1', at: LATER, worth: null }

describe('reviewing a deposit', () => {
  test('approval credits the requested amount', () => {
    given(deposits, [requested])
      .when((state) => reviewDeposit(state, approve, facts))
      .yields(approved)
  })

  test('approval drops the rejection reason and the flag', () => {
    given(deposits, [requested])
      .when((state) =>
        reviewDeposit(state, { ...approve, reason: 'no', requireReverification: true }, facts),
      )
      .yields(approved)
  })

  test('rejection keeps the reason, the notes and the flag', () => {
    given(deposits, [requested])
      .when((state) => reviewDeposit(state, reject, facts))
      .yields(rejected)
  })

  test('rejection needs a reason', () => {
    given(deposits, [requested])
      .when((state) => reviewDeposit(state, { ...reject, reason: null }, facts))
      .yields({ refused: 'review.reason_required' })
  })

  test.each([
    ['approved', approved],
    ['rejected', rejected],
  ] as const)('a request is reviewed once: %s', (status, event) => {
    for (const action of [approve, reject]) {
      given(deposits, [requested, event])
        .when((state) => reviewDeposit(state, action, facts))
        .yields({ refused: 'review.already_decided', details: { status } })
    }
  })

  test('reviewers cannot review their own request', () => {
    given(deposits, [requested])
      .when((state) => reviewDeposit(state, approve, { ...facts, reviewerId: 'user-1' }))
      .yields({ refused: 'access.own_request' })
  })

  test('a request that does not exist cannot be reviewed', () => {
    given(deposits, [])
      .when((state) => reviewDeposit(state, approve, facts))
      .yields({ refused: 'item.unknown' })
  })
})

describe('acknowledging a result', () => {
  const owner = { userId: 'user-1', at: LATER }

  test.each([approved, rejected])('a result is acknowledged once: $type', (result) => {
    given(deposits, [requested, result])
      .when((state) => acknowledgeDeposit(state, owner))
      .yields(acknowledged)
    given(deposits, [requested, result, acknowledged])
      .when((state) => acknowledgeDeposit(state, owner))
      .yields({ refused: 'acknowledge.repeated' })
  })

  test('a pending request has no result', () => {
    given(deposits, [requested])
      .when((state) => acknowledgeDeposit(state, owner))
      .yields({ refused: 'acknowledge.pending' })
  })

  test('another user’s request is unknown', () => {
    given(deposits, [requested, approved])
      .when((state) => acknowledgeDeposit(state, { ...owner, userId: 'user-2' }))
      .yields({ refused: 'item.unknown' })
  })
})

describe('the state of a deposit', () => {
  test('waits for a reviewer until it is decided, and is new until it is acknowledged', () => {
    const histories: DepositEvent[][] = [
      [requested],
      [requested, approved],
      [requested, rejected],
      [requested, rejected, acknowledged],
    ]
    const states = histories.map((past) => stateAfter(deposits, past))
    expect(states.map((state) => deposits.summarise(state))).toEqual([
      { status: 'pending', waiting: true },
      { status: 'approved', waiting: false },
      { status: 'rejected', waiting: false },
      { status: 'rejected', waiting: false },
    ])
    expect(states.map(({ isNew }) => isNew)).toEqual([false, true, true, false])
    expect(states.at(-1)).toMatchObject({
      rejectionReason: 'Screenshot is of another transfer',
      adminNotes: 'second try',
      requireReverification: true,
      reviewedBy: 'admin-1',
      hiddenForUser: false,
    })
  })
})
