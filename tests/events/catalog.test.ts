import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { catalogOf, upcast } from '#server/events/catalog.ts'
import { defineEvents } from '#server/events/event-definition.ts'
import { FEATURES } from '#server/features/index.ts'
import { movesNoMoney, transfersFor } from '#server/ledger/postings.ts'

const definitions = [...FEATURES.catalog]
const moneyless = new Set<string>(movesNoMoney)

test.each(definitions)('%s has a posting or is listed as moving no money', (type) => {
  // Without data a posting throws on its amounts; a type without a posting throws "no posting".
  const post = () => transfersFor({ type, data: {} } as never, 1n)
  if (moneyless.has(type)) expect(post()).toEqual([])
  else expect(post).toThrow(/^(?!no posting)/)
})

test.each(definitions)('%s has an upcaster from each earlier version', (_, definition) => {
  for (let version = 1; version < definition.version; version += 1) {
    expect(definition.upcasters?.[version], `from version ${version}`).toBeTypeOf('function')
  }
})

const stream = 'counting-1'

test('data of the current version is not changed', () => {
  const data = { symbol: 'BTC' }
  const written = { stream, type: 'BalanceAdjusted', schema_version: 1, data }
  expect(upcast(FEATURES.catalog, written)).toBe(data)
})

test('data of an earlier version passes through every later upcaster', () => {
  const events = defineEvents({
    Counted: {
      version: 3,
      schema: z.object({ count: z.number() }),
      upcasters: {
        1: (count: number) => ({ total: count }),
        2: ({ total }: { readonly total: number }) => ({ count: total }),
      },
    },
  })
  const catalog = catalogOf([{ events }])
  const written = { stream, type: 'Counted', schema_version: 1, data: 7 }
  expect(upcast(catalog, written)).toEqual({ count: 7 })
})

test('an event appended by a newer release is refused, not misread as a known version', () => {
  const [type, { version }] = definitions[0] as (typeof definitions)[number]
  const newer = { stream, type, schema_version: version + 1, data: {} }
  expect(() => upcast(FEATURES.catalog, newer)).toThrow(
    `counting-1 has an event ${type} of version ${version + 1}, and this server reads it up to ` +
      `version ${version}: a newer release appended it. Run that release here;`,
  )
  const unknown = { stream, type: 'NeverHappened', schema_version: 1, data: {} }
  expect(() => upcast(FEATURES.catalog, unknown)).toThrow(
    'counting-1 has an event NeverHappened of version 1, and this server does not know its type',
  )
})

test('defining an event type twice throws', () => {
  const define = () => defineEvents({ Counted: { version: 1, schema: z.object({}) } })
  expect(() => catalogOf([{ events: define() }, { events: define() }])).toThrow('defined twice')
})

test('projections have unique names', () => {
  expect(new Set(FEATURES.projections.map(({ name }) => name)).size).toBe(
    FEATURES.projections.length,
  )
})
