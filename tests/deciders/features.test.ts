import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { Aggregate, DomainEvent } from '#server/events/decider.ts'
import { defineEvents } from '#server/events/event-definition.ts'
import { defineFeature, type Feature, featuresOf } from '#server/feature.ts'
import { depositFeature } from '#server/features/deposits/feature.ts'
import { FEATURES } from '#server/features/index.ts'

const events = defineEvents({ GiftSent: { version: 1, schema: z.object({ note: z.string() }) } })

const gifts: Aggregate<object, DomainEvent<'GiftSent', { note: string }>> = {
  kind: 'gift',
  events,
  initial: {},
  evolve: (state) => state,
  summarise: () => ({ status: 'open', waiting: false }),
}

const declared = { name: 'gifts', events, audit: { area: 'gifts', label: 'Gifts' } }
const giftFeature = defineFeature({ ...declared, aggregate: gifts, live: null })

test('a complete feature adds its aggregate, events and audit area', () => {
  const { aggregates, catalog, auditAreas } = featuresOf([giftFeature])
  expect(aggregates).toEqual([gifts])
  expect([...catalog.keys()]).toEqual(['GiftSent'])
  expect(auditAreas).toEqual([{ area: 'gifts', label: 'Gifts', types: ['GiftSent'] }])
})

test('the type checker refuses an incomplete feature', () => {
  const { review, reviewNotification } = depositFeature
  const refused: Feature[] = [
    // @ts-expect-error streams without a live message
    defineFeature({ ...declared, aggregate: gifts }),
    // @ts-expect-error events without an area of the audit
    defineFeature({ name: 'gifts', events, aggregate: gifts, live: null }),
    // @ts-expect-error streams without events
    defineFeature({ name: 'gifts', aggregate: gifts, live: null }),
    // @ts-expect-error a review without a notification to reviewers
    defineFeature({ ...declared, aggregate: gifts, live: null, review }),
    // @ts-expect-error a notification to reviewers without a review
    defineFeature({ ...declared, aggregate: gifts, live: null, reviewNotification }),
    // @ts-expect-error a text for an event of another feature
    defineFeature({ ...declared, notifications: depositFeature.notifications }),
    // @ts-expect-error an aggregate without the definition of an event that it folds
    defineFeature({ ...giftFeature, aggregate: { ...gifts, events: undefined } }),
  ]
  expect(refused).toHaveLength(7)
})

const other = defineEvents({ GiftLost: { version: 1, schema: z.object({}) } })

test.each<[string, readonly Feature[]]>([
  [
    'GiftLost is an event of no stream',
    [
      giftFeature,
      defineFeature({ ...declared, name: 'x', audit: { area: 'x', label: 'X' }, events: other }),
    ],
  ],
  [
    'GiftSent is an event of no feature',
    [defineFeature({ ...declared, events: {}, aggregate: gifts, live: null })],
  ],
  ['two features are called gifts', [giftFeature, giftFeature]],
])('the process does not start if %s', (fault, list) => {
  expect(() => featuresOf(list)).toThrow(fault)
})

test('the features of the server fit together', () => {
  expect(FEATURES.list.length).toBeGreaterThan(20)
  expect(FEATURES.reviews.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining([...FEATURES.reviewNotifications.keys()]),
  )
})
