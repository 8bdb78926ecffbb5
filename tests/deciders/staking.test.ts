import { describe, test } from 'vitest'
import {
  matureStake,
  type OpenStake,
  openStake,
  type StakeFacts,
  stakes,
} from '#server/features/staking/decider.ts'
import type { StakingEvent } from '#server/features/staking/events.ts'
import { parseUnits } from '#shared/money.ts'
import { given } from '#tests/support/decider-spec.ts'

const AT = '2026-01-31T09:30:00.000Z'
const END = '2026-02-05T09:30:00.000Z'

const command: OpenStake = { userId: 'user-1', userNo: '7', amount: '1000', termDays: 5 }
const facts: StakeFacts = { at: AT, available: parseUnits('5000') }
const place =
  (changed: Partial<OpenStake> = {}, changedFacts: Partial<StakeFacts> = {}) =>
  () =>
    openStake({ ...command, ...changed }, { ...facts, ...changedFacts })

const opened: StakingEvent = {
  type: 'StakeOpened',
  data: {
    userId: 'user-1',
    userNo: '7',
    principal: { symbol: 'USDT', amount: '1000' },
    interest: { symbol: 'USDT', amount: '0.08219178' },
    apy: '0.6',
    termDays: 5,
    startedAt: AT,
    endsAt: END,
  },
}

const matured: StakingEvent = {
  type: 'StakeMatured',
  data: {
    principal: { symbol: 'USDT', amount: '1000' },
    interest: { symbol: 'USDT', amount: '0.08219178' },
    maturedAt: END,
  },
}

const nothing = given(stakes, [])

describe('opening a stake', () => {
  test('locks the amount and fixes the interest', () => {
    nothing.when(place()).yields(opened)
  })

  test('accepts the interest that the user saw', () => {
    nothing.when(place({ claimedApy: '0.60' })).yields(opened)
  })

  test('accepts an expected end within an hour of the real one, and the expected status', () => {
    const claimedEndsAt = '2026-02-05T10:29:00.000Z'
    nothing.when(place({ claimedEndsAt, claimedStatus: 'active' })).yields(opened)
  })

  test('is refused if it would end at another time, or begin in another status', () => {
    const changed = (field: string, actual: string) =>
      ({ refused: 'terms.changed', details: { field, actual } }) as const
    for (const claimedEndsAt of ['2026-02-05T10:31:00.000Z', '2026-02-05T08:29:00.000Z']) {
      nothing.when(place({ claimedEndsAt })).yields(changed('endDate', END))
    }
    nothing.when(place({ claimedStatus: 'completed' })).yields(changed('status', 'active'))
  })

  test('is refused in another user’s name', () => {
    nothing.when(place({ claimedUserId: 'user-2' })).yields({ refused: 'access.forbidden' })
  })

  test('is refused for a term without a plan', () => {
    nothing
      .when(place({ termDays: 7 }))
      .yields({ refused: 'stake.plan_unknown', details: { days: 7 } })
  })

  test('is refused if the user saw another interest', () => {
    nothing
      .when(place({ claimedApy: '0.7' }))
      .yields({ refused: 'terms.changed', details: { field: 'apy', actual: '0.6' } })
  })

  test.each(['999.99999999', '1000000.00000001'])(
    'is refused outside the limits of the plan: %s',
    (amount) => {
      nothing.when(place({ amount }, { available: parseUnits('9000000') })).yields({
        refused: 'stake.amount_out_of_range',
        details: { minimum: '1000', maximum: '1000000' },
      })
    },
  )

  test('may use the whole balance and not 0.00000001 more', () => {
    nothing.when(place({}, { available: parseUnits('1000') })).yields(opened)
    nothing.when(place({}, { available: parseUnits('999.99999999') })).yields({
      refused: 'stake.balance_insufficient',
      details: { available: '999.99999999' },
    })
  })
})

describe('the end of a stake', () => {
  test('pays principal and interest', () => {
    given(stakes, [opened])
      .when((state) => matureStake(state, { at: END }))
      .yields(matured)
  })

  test('does not come a millisecond early', () => {
    given(stakes, [opened])
      .when((state) => matureStake(state, { at: '2026-02-05T09:29:59.999Z' }))
      .yields({ refused: 'stake.running', details: { endsAt: END } })
  })

  test('is refused the second time', () => {
    given(stakes, [opened, matured])
      .when((state) => matureStake(state, { at: END }))
      .yields({ refused: 'stake.completed' })
  })

  test('needs an open stake', () => {
    nothing.when((state) => matureStake(state, { at: END })).yields({ refused: 'item.unknown' })
  })
})
