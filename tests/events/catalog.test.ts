import { expect, test } from 'vitest'
import type { EventDefinition } from '#server/events/catalog/event-definition.ts'
import { CATALOG, upcast } from '#server/events/catalog.ts'
import { movesNoMoney, transfersFor } from '#server/ledger/postings.ts'
import { PROJECTIONS } from '#server/projections/registry.ts'

const definitions = Object.entries(CATALOG) as [keyof typeof CATALOG, EventDefinition][]
const moneyless = new Set<string>(movesNoMoney)

test.each(definitions)('%s has a posting or is listed as moving no money', (type) => {
  // Without data a posting fails on its own amounts; a type without one says so itself.
  const post = () => transfersFor({ type, data: {} } as never, 1n)
  if (moneyless.has(type)) expect(post()).toEqual([])
  else expect(post).toThrow(/^(?!no posting)/)
})

test.each(definitions)(
  '%s is read by the journal exactly where it moves money',
  (type, { readBy }) => {
    expect(readBy.includes('journal')).toBe(!moneyless.has(type))
  },
)

test.each(definitions)('%s can be lifted from each of its versions', (_, definition) => {
  for (let version = 1; version < definition.version; version += 1) {
    expect(definition.upcasters?.[version], `from version ${version}`).toBeTypeOf('function')
  }
})

test('data of the current version is taken as it is', () => {
  const data = { symbol: 'BTC' }
  expect(upcast('BalanceAdjusted', 1, data)).toBe(data)
})

test('a type that is in no catalogue is a bug', () => {
  expect(() => upcast('NeverHappened', 1, {})).toThrow('unknown event type')
})

test('projections have names of their own', () => {
  expect(new Set(PROJECTIONS.map(({ name }) => name)).size).toBe(PROJECTIONS.length)
})
