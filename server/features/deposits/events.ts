import * as z from 'zod/mini'
import { defineEvents, type EventsOf } from '#server/events/event-definition.ts'
import { approvedShape, reverificationShape, reviewShape } from '#server/reviews/events.ts'

export const depositEvents = defineEvents({
  DepositRequested: z.object({
    userId: z.string(),
    userNo: z.string(),
    symbol: z.string(),
    network: z.string(),
    amount: z.string(),
    /** The address that was shown to the user, and its version. */
    address: z.string(),
    addressVersion: z.number(),
    /** That address had been replaced or deactivated before the request. */
    addressOutdated: z.boolean(),
    /** The upload of the proof screenshot. */
    screenshot: z.string(),
    submittedAt: z.string(),
  }),
  DepositApproved: z.object({
    ...approvedShape,
    symbol: z.string(),
    amount: z.string(),
    notes: z.nullable(z.string()),
  }),
  DepositRejected: z.object({
    ...reviewShape,
    reason: z.string(),
    notes: z.nullable(z.string()),
    ...reverificationShape,
  }),
  DepositAcknowledged: z.object({ acknowledgedAt: z.string() }),
})

declare module '#server/events/catalog.ts' {
  interface EventRegistry {
    deposits: typeof depositEvents
  }
}

export type DepositEvent = EventsOf<typeof depositEvents>
