import { expect, test } from 'vitest'
import type { CatalogEvent } from '#server/events/catalog.ts'
import { FEATURES } from '#server/features/index.ts'
import { describeEvent, typesOfKind } from '#server/ledger/describe-event.ts'
import { movesNoMoney } from '#server/ledger/postings.ts'
import { ACTIVITY_KINDS } from '#shared/rules/activity.ts'
import { VOID_REASONS } from '#shared/rules/futures.ts'

const moneyless = new Set<string>(movesNoMoney)

test('every event type that moves money has exactly one activity kind, and no other type has one', () => {
  const described = ACTIVITY_KINDS.flatMap((kind) => typesOfKind(kind))
  const moving = [...FEATURES.catalog.keys()].filter((type) => !moneyless.has(type))
  expect(described.toSorted()).toEqual(moving.toSorted())
})

test('every activity kind has at least one event type', () => {
  for (const kind of ACTIVITY_KINDS) expect(typesOfKind(kind), kind).not.toEqual([])
})

test('a description explains the decision and ends a staff reason with a full stop', () => {
  const adjusted: CatalogEvent = {
    type: 'BalanceAdjusted',
    data: { symbol: 'USDT', direction: 'debit', amount: '5', reason: 'Booked twice' },
  }
  expect(describeEvent(adjusted)).toMatchObject({
    kind: 'adjustment',
    title: 'Adjustment',
    reason: 'Our staff adjusted your balance (−5 USDT): Booked twice.',
  })
})

test('amounts and prices of a description have thousands separators and every decimal', () => {
  const executed: CatalogEvent = {
    type: 'SpotOrderExecuted',
    data: {
      price: '1234567.89',
      spent: { symbol: 'USDT', amount: '1000000' },
      received: { symbol: 'BTC', amount: '0.81000001' },
    } as never,
  }
  expect(describeEvent(executed).reason).toBe(
    'Your order was approved and executed at 1,234,567.89. ' +
      'You exchanged 1,000,000 USDT for 0.81000001 BTC.',
  )
})

test.each(Object.entries(VOID_REASONS))(
  'a void trade has the same reason in the activity as in the list of trades: %s',
  (reason, text) => {
    const voided: CatalogEvent = {
      type: 'FuturesVoided',
      data: { reason, returned: { symbol: 'USDT', amount: '50' } } as never,
    }
    expect(describeEvent(voided).reason).toBe(
      text.replace('The stake was returned.', '50 USDT became available again.'),
    )
  },
)

test('describing an event that moves no money throws', () => {
  const acknowledged: CatalogEvent = { type: 'DepositAcknowledged', data: { acknowledgedAt: '' } }
  expect(() => describeEvent(acknowledged)).toThrow('moves no money')
})
