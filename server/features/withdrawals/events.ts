import * as z from 'zod/mini'
import { defineEvents, type EventsOf } from '#server/events/event-definition.ts'
import { reverificationShape, reviewShape, weightShape } from '#server/reviews/events.ts'

const money = { symbol: z.string(), amount: z.string() }
const review = { ...reviewShape, notes: z.nullable(z.string()) }

export const withdrawalEvents = defineEvents({
  WithdrawalRequested: z.object({
    ...money,
    userId: z.string(),
    userNo: z.string(),
    network: z.string(),
    walletAddress: z.string(),
    /** The user had one at the time of the request. */
    secondFactor: z.boolean(),
    submittedAt: z.string(),
  }),
  /** A member of staff is about to send the coins to the address that they were shown. */
  WithdrawalSendingStarted: z.object({
    ...money,
    network: z.string(),
    walletAddress: z.string(),
    startedBy: z.string(),
    startedAt: z.string(),
  }),
  /** Hours after the start no outcome was recorded, so staff are notified. */
  WithdrawalSendingOverdue: z.object({
    startedBy: z.string(),
    startedAt: z.string(),
    noticedAt: z.string(),
  }),
  /** The coins were not sent after all. */
  WithdrawalSendingStopped: z.object({ stoppedBy: z.string(), stoppedAt: z.string() }),
  WithdrawalApproved: z.object({
    ...money,
    ...review,
    weight: weightShape,
    /** The screenshot of the transfer. */
    screenshot: z.nullable(z.string()),
  }),
  WithdrawalRejected: z.object({
    ...money,
    ...review,
    reason: z.nullable(z.string()),
    ...reverificationShape,
  }),
  WithdrawalCancelled: z.object({ ...money, cancelledAt: z.string() }),
  WithdrawalAcknowledged: z.object({ acknowledgedAt: z.string() }),
})

declare module '#server/events/catalog.ts' {
  interface EventRegistry {
    withdrawals: typeof withdrawalEvents
  }
}

export type WithdrawalEvent = EventsOf<typeof withdrawalEvents>
