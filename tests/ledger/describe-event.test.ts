import { expect, test } from 'vitest'
import type { CatalogEvent } from '#server/events/catalog.ts'
import { FEATURES } from '#server/features/index.ts'
import { describeEvent, typesOfKind } from '#server/ledger/describe-event.ts'
import { movesNoMoney } from '#server/ledger/postings.ts'
import { ACTIVITY_KINDS } from '#shared/rules/activity.ts'

const moneyless = new Set<string>(movesNoMoney)

test('every type that moves money belongs to one kind, and no other type does', () => {
  const described = ACTIVITY_KINDS.flatMap((kind) => typesOfKind(kind))
  const moving = [...FEATURES.catalog.keys()].filter((type) => !moneyless.has(type))
  expect(described.toSorted()).toEqual(moving.toSorted())
})

test('every kind has something that belongs to it', () => {
  for (const kind of ACTIVITY_KINDS) expect(typesOfKind(kind), kind).not.toEqual([])
})

test('a decision is told in plain words, with what was written by hand closed by a full stop', () => {
  const adjusted: CatalogEvent = {
    type: 'BalanceAdjusted',
    data: { symbol: 'USDT', direction: 'debit', amount: '5', reason: 'Booked twice' },
  }
  expect(describeEvent(adjusted)).toEqual({
    kind: 'adjustment',
    title: 'Adjustment',
    reason: 'Staff took 5 USDT: Booked twice.',
  })
})

test('an event that moves nothing has no words: asking for them is a bug', () => {
  const acknowledged: CatalogEvent = { type: 'DepositAcknowledged', data: { acknowledgedAt: '' } }
  expect(() => describeEvent(acknowledged)).toThrow('moves no money')
})
