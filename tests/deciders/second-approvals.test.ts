import { describe, expect, test } from 'vitest'
import type { Aggregate, AnyAggregate, DomainEvent } from '#server/events/decider.ts'
import type { RecordedEvent } from '#server/events/log.ts'
import { deposits, reviewDeposit } from '#server/features/deposits/decider.ts'
import { FEATURES } from '#server/features/index.ts'
import { loans, reviewLoan } from '#server/features/loans/decider.ts'
import { notificationsOf } from '#server/features/push/notifications.ts'
import { approveSpotOrder, spotOrders } from '#server/features/spot-orders/decider.ts'
import { reviewWithdrawal, withdrawals } from '#server/features/withdrawals/decider.ts'
import type { ApprovalFacts, Worth } from '#server/reviews/decide-review.ts'
import type { ApprovalEvent } from '#server/reviews/events.ts'
import { parseUnits } from '#shared/money.ts'
import { ENGLISH } from '#shared/text/english.ts'
import { NOTHING_APPROVED } from '#tests/support/approvals.ts'

const AT = '2026-01-31T09:30:00.000Z'
const LATER = '2026-01-31T10:00:00.000Z'
const tick = { id: 't1', source: 'replay', price: '60000', at: AT }
const worth = (usd: string | null): Worth => ({
  value: usd === null ? null : parseUnits(usd),
  ticks: [tick],
  above: '1000',
  flow: 'in',
  before: NOTHING_APPROVED,
})
const review = { notes: 'Looks right', reason: null, requireReverification: false } as const
const NO_LIMIT = { maximum: '0', owed: 0n }
const approve = { ...review, action: 'approve' } as const

interface Kind {
  readonly aggregate: AnyAggregate
  readonly waits: unknown
  readonly approve: (state: never, facts: ApprovalFacts) => object
  readonly executed: string
}

const waiting = <S>(aggregate: Aggregate<S, never>, state: Partial<S>): S => ({
  ...aggregate.initial,
  ...state,
})
const asked = { userId: 'user-1', userNo: '7', symbol: 'USDT', amount: '1200' }

const KINDS: Readonly<Record<string, Kind>> = {
  deposit: {
    aggregate: deposits,
    waits: waiting(deposits, { ...asked, status: 'pending' }),
    approve: (state, facts) => reviewDeposit(state, approve, facts),
    executed: 'DepositApproved',
  },
  withdrawal: {
    aggregate: withdrawals,
    waits: waiting(withdrawals, { ...asked, status: 'pending' }),
    approve: (state, facts) => reviewWithdrawal(state, { ...approve, screenshot: null }, facts),
    executed: 'WithdrawalApproved',
  },
  loan: {
    aggregate: loans,
    waits: waiting(loans, { userId: 'user-1', status: 'pending', termDays: 30, createdAt: AT }),
    approve: (state, facts) =>
      reviewLoan(state, { action: 'approve', reason: null }, { ...facts, exposure: NO_LIMIT }),
    executed: 'LoanApproved',
  },
  'spot-order': {
    aggregate: spotOrders,
    waits: waiting(spotOrders, {
      ...{ userId: 'user-1', status: 'pending_approval', amount: '0.02', price: '60000' },
      reserved: { symbol: 'USDT', amount: '1200' },
    }),
    approve: (state, facts) =>
      approveSpotOrder(state, { ...facts, live: { ...tick, at: facts.at } }),
    executed: 'SpotOrderExecuted',
  },
}

describe.each(Object.entries(KINDS))('%s', (name, kind) => {
  const by = (reviewerId: string, value: Worth | null): ApprovalFacts => ({
    reviewerId,
    at: LATER,
    worth: value,
  })
  const decide = (state: unknown, facts: ApprovalFacts) =>
    kind.approve(state as never, facts) as DomainEvent & { refused?: string }
  const afterFirst = () => {
    const event = decide(kind.waits, by('admin-1', worth('1200')))
    return { event, state: kind.aggregate.evolve(kind.waits, event) }
  }

  test('above the limit, the first approval leaves the request waiting and records value and price', () => {
    const { event, state } = afterFirst()
    const { notes, ...data } = event.data as ApprovalEvent['data']
    expect([event.type, data]).toEqual([
      'FirstApprovalGiven',
      {
        ...{ approvedBy: 'admin-1', approvedAt: LATER, value: '1200', above: '1000' },
        ...{ ticks: [tick], flow: 'in', reason: 'amount' },
      },
    ])
    const isTold = name === 'deposit' || name === 'withdrawal'
    expect(notes).toBe(isTold ? 'Looks right' : null)
    expect(kind.aggregate.summarise(state)).toEqual(kind.aggregate.summarise(kind.waits))
    expect(state).toMatchObject({ firstApproval: data })
  })

  test('the second approval takes effect at any current value', () => {
    const { state } = afterFirst()
    for (const now of [worth('1'), worth('999999'), worth(null), null]) {
      expect(decide(state, by('admin-2', now)).type).toBe(kind.executed)
      expect(decide(state, by('admin-1', now)).refused).toBe('approval.second_person')
    }
  })

  test('a first approval counts while its author is active staff, and for seven days', () => {
    const { state } = afterFirst()
    const late = (at: string) => ({ ...by('admin-2', worth('1200')), at })
    expect(decide(state, late('2026-02-07T09:59:59.999Z')).type).toBe(kind.executed)
    const left = { ...by('admin-2', worth('1200')), firstHasLeft: true }
    for (const facts of [late('2026-02-07T10:00:00.000Z'), left]) {
      const again = decide(state, facts)
      expect(again).toMatchObject({
        type: 'FirstApprovalGiven',
        data: { approvedBy: 'admin-2', approvedAt: facts.at },
      })
      const replaced = kind.aggregate.evolve(state, again)
      expect(decide(replaced, { ...by('admin-3', null), at: facts.at }).type).toBe(kind.executed)
    }
    // If one person may approve it, they then approve it alone.
    const small = { ...left, worth: worth('1000') }
    expect(decide(state, small).data).toMatchObject({ weight: { alone: true } })
  })

  test('an approval that takes effect records what counts towards its author’s limits', () => {
    const alone = decide(kind.waits, by('admin-1', worth('1000')))
    const recorded = { value: '1000', above: '1000', ticks: [tick], flow: 'in' }
    expect(alone.data).toMatchObject({ weight: { ...recorded, alone: true } })
    const second = decide(afterFirst().state, by('admin-2', worth('1000')))
    expect(second.data).toMatchObject({ weight: { ...recorded, alone: false } })
    expect(decide(kind.waits, by('admin-1', null)).data).not.toHaveProperty('weight')
  })

  test('at the limit, or without a limit, one approval is enough', () => {
    for (const now of [worth('1000'), null]) {
      expect(decide(kind.waits, by('admin-1', now)).type).toBe(kind.executed)
    }
  })

  test('an unknown value needs two approvals', () => {
    const event = decide(kind.waits, by('admin-1', worth(null)))
    expect(event.data).toMatchObject({ value: null })
  })

  test('reviewers cannot approve their own request, first or second', () => {
    for (const state of [kind.waits, afterFirst().state]) {
      expect(decide(state, by('user-1', worth('1200'))).refused).toBe('access.own_request')
    }
  })

  test('staff are notified of the second approval with a link to the case', () => {
    const id = '01a1fd74-7051-7199-934a-5bc9a8a2478c'
    const event = { type: 'FirstApprovalGiven', stream: `${name}-${id}` } as RecordedEvent
    const [told] = notificationsOf(FEATURES).of(event)
    expect(told?.sender.to).toBe('staff')
    expect(told?.messageIn(ENGLISH)).toMatchObject({
      title: 'Second approval needed',
      url: `/admin/reviews?case=${name}-${id}`,
    })
  })
})

test('the notes of the first approval are kept if the second has none', () => {
  const state = waiting(deposits, { ...asked, status: 'pending' })
  const first = reviewDeposit(state, approve, {
    reviewerId: 'admin-1',
    at: AT,
    worth: worth('1200'),
  })
  const between = deposits.evolve(state, first as never)
  const second = { reviewerId: 'admin-2', at: LATER, worth: null }
  const silent = reviewDeposit(between, { ...approve, notes: null }, second)
  expect(deposits.evolve(between, silent as never).adminNotes).toBe('Looks right')
  const spoken = reviewDeposit(between, { ...approve, notes: 'Paid out' }, second)
  expect(deposits.evolve(between, spoken as never).adminNotes).toBe('Paid out')
})
